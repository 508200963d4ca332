import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/field-violation.js';
import { printable } from '../shared/printable.js';
import type { ApiKey } from './api-key.js';
import { isManagementScope, type ManagementScope } from './scopes.js';

const MAX_NAME_LENGTH = 100;
const isName = printable(1, MAX_NAME_LENGTH);

/** The name or the scopes are not what a key can have. */
export interface ApiKeyInvalid {
  readonly code: 'api_key_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The key is to have a scope that its maker lacks. */
export interface ScopeNotHeld {
  readonly code: 'scope_not_held';
  readonly scopes: readonly ManagementScope[];
}

/** The tenant has no such key, or it is revoked already. */
export interface ApiKeyUnknown {
  readonly code: 'api_key_unknown';
}

/** What a new key is to be, read and allowed. */
export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly ManagementScope[];
}

/**
 * Reads a request for a key: a name of 1 to 100 characters (Unicode code points), none of them a control
 * character, and at least one scope, all held by its maker.
 */
export function readApiKeyRequest(
  input: { readonly name?: unknown; readonly scopes?: unknown },
  held: readonly ManagementScope[],
): Result<ApiKeyRequest, ApiKeyInvalid | ScopeNotHeld> {
  const { name, scopes } = input;
  const violations: FieldViolation[] = [];
  const isNamed = isName(name);
  if (!isNamed) {
    const limit = `1 to ${String(MAX_NAME_LENGTH)} characters, no control characters`;
    violations.push({ field: 'name', rule: 'text', limit, value: name });
  }
  const isScoped = Array.isArray(scopes) && scopes.length > 0 && scopes.every(isManagementScope);
  if (!isScoped) violations.push({ field: 'scopes', rule: 'one_of', limit: held, value: scopes });
  if (!isNamed || !isScoped) return err({ code: 'api_key_invalid', violations });

  const wanted = [...new Set(scopes as readonly ManagementScope[])];
  const missing = wanted.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
  return ok({ name, scopes: wanted });
}

/** A key after its end, where it was good until then. */
export function revokeApiKey(key: ApiKey | null, now: Date): Result<ApiKey, ApiKeyUnknown> {
  return key === null || key.revokedAt !== null
    ? err({ code: 'api_key_unknown' })
    : ok({ ...key, revokedAt: now });
}
