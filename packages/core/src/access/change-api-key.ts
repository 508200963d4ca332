import type { ApiKey } from '../records/api-key.js';
import { err, ok, type Result } from 'neverthrow';
import type { FieldViolation } from '../shared/checks/field-violation.js';
import { addMs, hours, msBetween } from '../shared/duration.js';
import {
  nullable,
  overlapField,
  readRecord,
  textField,
  timeField,
  type RecordField,
} from '../shared/checks/record-field.js';
import { isLiveApiKey } from './api-key.js';
import { isManagementScope, MANAGEMENT_SCOPES, type ManagementScope } from '../records/scopes.js';

/** The name, the scopes, the environment or the expiry are not valid for a key, or the overlap for its rotation. */
export interface ApiKeyInvalid {
  readonly code: 'api_key_invalid';
  readonly violations: readonly FieldViolation[];
}

/** The tenant has reached the limit of 50 keys that are neither revoked nor expired. */
export interface ApiKeyLimitReached {
  readonly code: 'api_key_limit_reached';
}

/** The requested key has a scope that its creator lacks. A key that was rotated passes on none. */
export interface ScopeNotHeld {
  readonly code: 'scope_not_held';
  readonly scopes: readonly ManagementScope[];
}

/** The tenant has no such key, or the key was revoked, rotated or has expired. */
export interface ApiKeyNotFound {
  readonly code: 'api_key_not_found';
}

/** A request for a new key, unvalidated. */
export interface ApiKeyInput {
  readonly name?: unknown;
  readonly scopes?: unknown;
  readonly environment_id?: unknown;
  /** When it expires: a `Date` later than now, or ISO 8601 text with a time and a zone; null, the default, for never. */
  readonly expires_at?: unknown;
}

/** A request to rotate a key, unvalidated. */
export interface ApiKeyRotationInput {
  /** How long the old key is still accepted, in hours: an integer from 0, the default, to 72. */
  readonly overlap_hours?: unknown;
}

/** A request for a new key, validated and allowed. */
export type ApiKeyRequest = Pick<ApiKey, 'name' | 'scopes' | 'environmentId' | 'expiresAt'>;

const scopes: RecordField<readonly ManagementScope[]> = {
  schema: { type: 'array', items: { type: 'string', enum: MANAGEMENT_SCOPES }, minItems: 1 },
  read: (input) =>
    Array.isArray(input) && input.length > 0 && input.every(isManagementScope)
      ? ok([...new Set(input)])
      : err({ rule: 'one_of', limit: MANAGEMENT_SCOPES }),
};

/**
 * The fields of a key that callers write: its name, at least one scope, and the environment and the expiry, which are
 * optional.
 */
export const API_KEY_FIELDS = {
  name: textField(1, 100),
  scopes,
  environment_id: nullable(textField(1, 255)),
  expires_at: nullable(timeField),
};

/** Reads a request for a key. The creator must have all of its scopes. */
export function readApiKeyRequest(
  input: ApiKeyInput,
  held: readonly ManagementScope[],
  now: Date,
): Result<ApiKeyRequest, ApiKeyInvalid | ScopeNotHeld> {
  const read = readRecord(API_KEY_FIELDS, input, { environment_id: null, expires_at: null });
  if (read.isErr()) return err(invalid(read.error));
  const { environment_id: environmentId, expires_at: expiresAt, ...request } = read.value;
  if (expiresAt !== null && expiresAt <= now) {
    const value = expiresAt.toISOString();
    return err(invalid([{ field: 'expires_at', rule: 'past', limit: now.toISOString(), value }]));
  }
  const missing = request.scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
  return ok({ ...request, environmentId, expiresAt });
}

/**
 * Limits a request made with a key: the new key ends no later than its maker. A maker that was rotated, even within
 * the overlap, or that is no longer accepted, passes on no scope.
 */
export function limitToMaker(
  request: ApiKeyRequest,
  maker: ApiKey | null,
  now: Date,
): Result<ApiKeyRequest, ScopeNotHeld> {
  if (maker === null || maker.revokedAt !== null || !isLiveApiKey(maker, now)) {
    return err({ code: 'scope_not_held', scopes: request.scopes });
  }
  const { expiresAt: asked } = request;
  const { expiresAt: end } = maker;
  const isLonger = end !== null && (asked === null || end < asked);
  return ok({ ...request, expiresAt: isLonger ? end : asked });
}

/** How long the old key is accepted after a rotation, in hours: 0 by default, up to 72. */
export const API_KEY_ROTATION_FIELDS = { overlap_hours: overlapField(72) };

/** Reads a request to rotate a key: the overlap in milliseconds. */
export function readApiKeyRotation(input: ApiKeyRotationInput): Result<number, ApiKeyInvalid> {
  return readRecord(API_KEY_ROTATION_FIELDS, input, { overlap_hours: 0 })
    .map(({ overlap_hours: overlapHours }) => hours(overlapHours))
    .mapErr(invalid);
}

function invalid(violations: readonly FieldViolation[]): ApiKeyInvalid {
  return { code: 'api_key_invalid', violations };
}

/** A key that was or will be revoked. */
export type EndedApiKey = ApiKey & { readonly revokedAt: Date };

/** Returns the revoked key, if it was still accepted. */
export function revokeApiKey(key: ApiKey | null, now: Date): Result<EndedApiKey, ApiKeyNotFound> {
  return key === null || !isLiveApiKey(key, now)
    ? err({ code: 'api_key_not_found' })
    : ok({ ...key, revokedAt: now });
}

/** A rotation: the old key, with its end, and what the new one has of it. */
export interface RotatedApiKey {
  readonly retired: EndedApiKey;
  readonly request: ApiKeyRequest;
}

/**
 * Retires a key that was not rotated before, at once or after an overlap. The new one has its name, scopes and
 * environment, and lives as long as the old one was made to live.
 */
export function rotateApiKey(
  key: ApiKey | null,
  held: readonly ManagementScope[],
  overlapMs: number,
  now: Date,
): Result<RotatedApiKey, ApiKeyNotFound | ScopeNotHeld> {
  if (key === null || key.revokedAt !== null || !isLiveApiKey(key, now)) {
    return err({ code: 'api_key_not_found' });
  }
  const { name, scopes, environmentId, createdAt, expiresAt } = key;
  const missing = scopes.filter((scope) => !held.includes(scope));
  if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
  const renewedUntil = expiresAt && addMs(now, msBetween(createdAt, expiresAt));
  return ok({
    retired: { ...key, revokedAt: addMs(now, overlapMs) },
    request: { name, scopes, environmentId, expiresAt: renewedUntil },
  });
}
