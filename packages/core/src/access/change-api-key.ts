import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/field-violation.js';
import { nullable, readRecord, textField, type RecordField } from '../shared/record-field.js';
import type { ApiKey } from './api-key.js';
import { isManagementScope, MANAGEMENT_SCOPES, type ManagementScope } from './scopes.js';

/** The name, the scopes or the environment are not valid for a key. */
export interface ApiKeyInvalid {
  readonly code: 'api_key_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The tenant has reached the limit of 50 keys that are not revoked. */
export interface ApiKeyLimitReached {
  readonly code: 'api_key_limit_reached';
}

/** The requested key has a scope that its creator lacks. */
export interface ScopeNotHeld {
  readonly code: 'scope_not_held';
  readonly scopes: readonly ManagementScope[];
}

/** The tenant has no such key, or the key was revoked. */
export interface ApiKeyNotFound {
  readonly code: 'api_key_not_found';
}

/** A request for a new key, unvalidated. */
export interface ApiKeyInput {
  readonly name?: unknown;
  readonly scopes?: unknown;
  readonly environment_id?: unknown;
}

/** A request for a new key, validated and allowed. */
export type ApiKeyRequest = Pick<ApiKey, 'name' | 'scopes' | 'environmentId'>;

const scopes: RecordField<readonly ManagementScope[]> = {
  schema: { type: 'array', items: { type: 'string', enum: MANAGEMENT_SCOPES }, minItems: 1 },
  read: (input) =>
    Array.isArray(input) && input.length > 0 && input.every(isManagementScope)
      ? ok([...new Set(input)])
      : err({ rule: 'one_of', limit: MANAGEMENT_SCOPES }),
};

/** The fields of a key that callers write: its name, at least one scope, and the environment, which is optional. */
export const API_KEY_FIELDS = {
  name: textField(1, 100),
  scopes,
  environment_id: nullable(textField(1, 255)),
};

/** Reads a request for a key. The creator must have all of its scopes. */
export function readApiKeyRequest(
  input: ApiKeyInput,
  held: readonly ManagementScope[],
): Result<ApiKeyRequest, ApiKeyInvalid | ScopeNotHeld> {
  const read = readRecord(API_KEY_FIELDS, input, { environment_id: null });
  if (read.isErr()) return err({ code: 'api_key_invalid', violations: read.error });
  const { environment_id: environmentId, ...request } = read.value;
  const missing = request.scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
  return ok({ ...request, environmentId });
}

/** Returns the revoked key, if it was still valid. */
export function revokeApiKey(key: ApiKey | null, now: Date): Result<ApiKey, ApiKeyNotFound> {
  return key === null || key.revokedAt !== null
    ? err({ code: 'api_key_not_found' })
    : ok({ ...key, revokedAt: now });
}
