import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/field-violation.js';
import { printable } from '../shared/printable.js';
import type { ApiKey } from './api-key.js';
import { isManagementScope, type ManagementScope } from './scopes.js';

const MAX_NAME_LENGTH = 100;
const isName = printable(1, MAX_NAME_LENGTH);
const isEnvironmentId = printable(1, 255);

/** The name, the scopes or the environment are not what a key can have. */
export interface ApiKeyInvalid {
  readonly code: 'api_key_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The tenant has 50 keys that are not revoked, as many as it may have. */
export interface ApiKeyLimitReached {
  readonly code: 'api_key_limit_reached';
}

/** The key is to have a scope that its maker lacks. */
export interface ScopeNotHeld {
  readonly code: 'scope_not_held';
  readonly scopes: readonly ManagementScope[];
}

/** The tenant has no such key, or it is revoked already. */
export interface ApiKeyNotFound {
  readonly code: 'api_key_not_found';
}

/** What a new key is to be, as it was asked for. */
export interface ApiKeyInput {
  readonly name?: unknown;
  readonly scopes?: unknown;
  readonly environment_id?: unknown;
}

/** What a new key is to be, read and allowed. */
export type ApiKeyRequest = Pick<ApiKey, 'name' | 'scopes' | 'environmentId'>;

/**
 * Reads a request for a key: a name of 1 to 100 characters (Unicode code points), none of them a control
 * character; at least one scope, all held by its maker; and an environment's id of 1 to 255 such characters,
 * which may be left out or null.
 */
export function readApiKeyRequest(
  input: ApiKeyInput,
  held: readonly ManagementScope[],
): Result<ApiKeyRequest, ApiKeyInvalid | ScopeNotHeld> {
  const { name, scopes } = input;
  const environmentId = input.environment_id ?? null;
  const violations: FieldViolation[] = [];
  const isNamed = isName(name);
  if (!isNamed) {
    const limit = `1 to ${String(MAX_NAME_LENGTH)} characters, no control characters`;
    violations.push({ field: 'name', rule: 'text', limit, value: name });
  }
  const isScoped = Array.isArray(scopes) && scopes.length > 0 && scopes.every(isManagementScope);
  if (!isScoped) violations.push({ field: 'scopes', rule: 'one_of', limit: held, value: scopes });
  const isPlaced = environmentId === null || isEnvironmentId(environmentId);
  if (!isPlaced) {
    const limit = '1 to 255 characters, no control characters';
    violations.push({ field: 'environment_id', rule: 'text', limit, value: environmentId });
  }
  if (!isNamed || !isScoped || !isPlaced) return err({ code: 'api_key_invalid', violations });

  const wanted = [...new Set(scopes as readonly ManagementScope[])];
  const missing = wanted.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
  return ok({ name, scopes: wanted, environmentId });
}

/** Returns the revoked key, if it was still valid. */
export function revokeApiKey(key: ApiKey | null, now: Date): Result<ApiKey, ApiKeyNotFound> {
  return key === null || key.revokedAt !== null
    ? err({ code: 'api_key_not_found' })
    : ok({ ...key, revokedAt: now });
}
