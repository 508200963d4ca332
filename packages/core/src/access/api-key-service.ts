import type { ApiKey } from '../records/api-key.js';
import { err, ok, type Result } from 'neverthrow';
import { recordAudit, type AuditWiring } from '../audit/audit-recorder-service.js';
import { recordEvent } from '../events/event-recorder-service.js';
import type { Storage, TenantApiKey } from '../ports/storage.js';
import type { ApiKeyFilter, Stores } from '../ports/stores.js';
import { checkArguments } from '../shared/checks/check-arguments.js';
import { inUnitOfWork } from '../shared/storage/in-unit-of-work.js';
import { readPage } from '../shared/lists/list-request.js';
import type { Page, PageRequest } from '../shared/lists/page.js';
import { isStorageBusy } from '../shared/storage/storage-errors.js';
import type { AssuranceInsufficient } from './assurance.js';
import { authoriseKey } from './authorise-administrator.js';
import {
  API_KEY_BYTES,
  API_KEY_PREFIX,
  hashApiKey,
  isLiveApiKey,
  isUseWorthRecording,
  MAX_LIVE_API_KEYS,
  newApiKey,
  type NewApiKey,
  tenantOfApiKey,
} from './api-key.js';
import {
  limitToMaker,
  readApiKeyRequest,
  readApiKeyRotation,
  revokeApiKey,
  rotateApiKey,
  type ApiKeyInput,
  type ApiKeyInvalid,
  type ApiKeyLimitReached,
  type ApiKeyRequest,
  type ApiKeyNotFound,
  type ApiKeyRotationInput,
  type ScopeNotHeld,
} from './change-api-key.js';
import { keyCreated, keyRevoked, keyRotated } from './api-key-events.js';
import type { ManagementCaller } from './caller.js';

/** A key with its secret, which is shown only once. */
export type ApiKeyWithSecret = Pick<NewApiKey, 'key' | 'secret'>;

/** A key of a genuine secret. */
export interface IdentifiedApiKey extends TenantApiKey {
  /** Whether it is neither revoked nor expired. */
  readonly isLive: boolean;
}

type MakeApiKeyError = ScopeNotHeld | AssuranceInsufficient | ApiKeyLimitReached;
export type CreateApiKeyError = ApiKeyInvalid | MakeApiKeyError;
export type RotateApiKeyError = CreateApiKeyError | ApiKeyNotFound;

/** Management keys: credentials for automation on the Customer API. */
export interface ApiKeyService {
  /**
   * Creates a key. Its scopes are limited to those of its creator, and a tenant has at most 50 keys that are neither
   * revoked nor expired. A key made with a key ends no later than that key: read `expiresAt` of the result. A key that
   * was rotated makes none (`scope_not_held`). For `identities:read` and `identities:write` an administrator's session must
   * be at aal2 where its assurance is known (`assurance_insufficient`), as for their use.
   */
  create(
    caller: ManagementCaller,
    request: ApiKeyInput,
  ): Promise<Result<ApiKeyWithSecret, CreateApiKeyError>>;
  /** The tenant's keys, revoked ones included, newest first; the first 20 by default, `limit` is 1 to 100. */
  list(tenantId: string, page?: Partial<PageRequest>): Promise<Page<ApiKey>>;
  /**
   * Makes a key of the same name, scopes, environment and lifetime. The old one is revoked at the same time, or after
   * an overlap of at most 72 hours, in which both count towards the 50. A key that rotates is limited as in `create`.
   */
  rotate(
    caller: ManagementCaller,
    keyId: string,
    request?: ApiKeyRotationInput,
  ): Promise<Result<ApiKeyWithSecret, RotateApiKeyError>>;
  /** Revokes a key at once. */
  revoke(caller: ManagementCaller, keyId: string): Promise<Result<ApiKey, ApiKeyNotFound>>;
  /** The tenant and the key behind a secret, or null where it is unknown, revoked or expired. Records the use, to the hour. */
  authenticate(secret: string): Promise<TenantApiKey | null>;
  /**
   * As `authenticate`, for edges that record refused requests: a key that is revoked or expired is answered as well, with
   * `isLive` false. Only a live one may be let in.
   */
  identify(secret: string): Promise<IdentifiedApiKey | null>;
}

export interface ApiKeyWiring extends AuditWiring {
  readonly storage: Storage;
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
}

export function createApiKeyService(wiring: ApiKeyWiring): ApiKeyService {
  return {
    async create(caller, request) {
      checkArguments('apiKeys.create', { caller, request });
      return createKey(wiring, caller, request);
    },

    async list(tenantId, page) {
      checkArguments('apiKeys.list', { tenantId });
      const part = readPage('apiKeys.list', page);
      return inUnitOfWork(wiring.storage, { tenantId }, (stores) =>
        stores.apiKeys.list(ALL_KEYS, part),
      );
    },

    async rotate(caller, keyId, request = {}) {
      checkArguments('apiKeys.rotate', { caller, keyId });
      return rotateKey(wiring, caller, keyId, request);
    },

    async revoke(caller, keyId) {
      checkArguments('apiKeys.revoke', { caller, keyId });
      return revokeKey(wiring, caller, keyId);
    },

    async authenticate(secret) {
      checkArguments('apiKeys.authenticate', { secret });
      const found = await identifyKey(wiring, secret);
      return found?.isLive === true ? { tenantId: found.tenantId, key: found.key } : null;
    },

    async identify(secret) {
      checkArguments('apiKeys.identify', { secret });
      return identifyKey(wiring, secret);
    },
  };
}

async function createKey(
  wiring: ApiKeyWiring,
  caller: ManagementCaller,
  request: ApiKeyInput,
): Promise<Result<ApiKeyWithSecret, CreateApiKeyError>> {
  const { tenantId } = caller;
  const now = wiring.clock.now();
  const read = readApiKeyRequest(request, caller.scopes, now);
  if (read.isErr()) return err(read.error);
  const allowed = authoriseKey(caller, read.value.scopes, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  return wiring.storage.run<ApiKeyWithSecret, ScopeNotHeld | ApiKeyLimitReached>(
    { tenantId, lock: COUNT_LOCK },
    async (stores) => {
      const limited = await limitToCaller(stores, caller, read.value, now);
      if (limited.isErr()) return err(limited.error);
      if (await isLimitReached(stores, now)) return err({ code: 'api_key_limit_reached' });
      const made = drawKey(wiring, tenantId, limited.value, now);
      await storeNew(wiring, stores, caller, made, null);
      await recordEvent(wiring, stores, keyCreated(tenantId, made.key));
      return ok({ key: made.key, secret: made.secret });
    },
  );
}

async function rotateKey(
  wiring: ApiKeyWiring,
  caller: ManagementCaller,
  keyId: string,
  request: ApiKeyRotationInput,
): Promise<Result<ApiKeyWithSecret, RotateApiKeyError>> {
  const overlap = readApiKeyRotation(request);
  if (overlap.isErr()) return err(overlap.error);
  const { tenantId, scopes } = caller;
  const { lock } = lockedKey(caller, keyId);
  return wiring.storage.run<ApiKeyWithSecret, ApiKeyNotFound | MakeApiKeyError>(
    { tenantId, lock: [COUNT_LOCK, lock] },
    async (stores) => {
      const now = wiring.clock.now();
      const old = await findKey(stores, keyId);
      const rotated = rotateApiKey(old, scopes, overlap.value, now);
      if (rotated.isErr()) return err(rotated.error);
      const { retired, request: renewed } = rotated.value;
      const allowed = authoriseKey(caller, renewed.scopes, wiring.requireAssurance);
      if (allowed.isErr()) return err(allowed.error);
      const limited = await limitToCaller(stores, caller, renewed, now);
      if (limited.isErr()) return err(limited.error);
      await stores.apiKeys.put(retired, null);
      if (await isLimitReached(stores, now)) return err({ code: 'api_key_limit_reached' });
      const made = drawKey(wiring, tenantId, limited.value, now);
      await storeNew(wiring, stores, caller, made, retired);
      await recordEvent(wiring, stores, keyRotated(tenantId, made.key, keyId));
      await recordEvent(wiring, stores, keyRevoked(tenantId, retired, 'rotation'));
      return ok({ key: made.key, secret: made.secret });
    },
  );
}

function revokeKey(
  wiring: ApiKeyWiring,
  caller: ManagementCaller,
  keyId: string,
): Promise<Result<ApiKey, ApiKeyNotFound>> {
  const { storage, clock } = wiring;
  return storage.run<ApiKey, ApiKeyNotFound>(lockedKey(caller, keyId), async (stores) => {
    const revoked = revokeApiKey(await findKey(stores, keyId), clock.now());
    if (revoked.isErr()) return err(revoked.error);
    await stores.apiKeys.put(revoked.value, null);
    const { tenantId, actor } = caller;
    const details = { name: revoked.value.name };
    await recordAudit(wiring, stores, {
      type: 'api_key.revoked',
      actor,
      target: keyId,
      details,
      client: caller,
    });
    await recordEvent(wiring, stores, keyRevoked(tenantId, revoked.value, 'admin_revoke'));
    return ok(revoked.value);
  });
}

async function identifyKey(wiring: ApiKeyWiring, secret: string): Promise<IdentifiedApiKey | null> {
  if (!secret.startsWith(API_KEY_PREFIX)) return null;
  const found = await wiring.storage.lookUp('apiKey', {
    secretHash: hashApiKey(secret),
    tenantId: tenantOfApiKey(secret),
  });
  const now = wiring.clock.now();
  if (found === null) return null;
  const isLive = isLiveApiKey(found.key, now);
  if (isLive && isUseWorthRecording(found.key, now)) await recordUse(wiring, found);
  return { ...found, isLive };
}

/**
 * Under the key's lock: a concurrent revocation is not undone. Where many requests use one key at once,
 * those before this one record its use.
 */
async function recordUse(
  { storage, clock }: ApiKeyWiring,
  { tenantId, key }: TenantApiKey,
): Promise<void> {
  try {
    await inUnitOfWork(storage, lockedKey({ tenantId }, key.id), async (stores) => {
      const current = await findKey(stores, key.id);
      if (current === null) return;
      await stores.apiKeys.put({ ...current, lastUsedAt: clock.now() }, null);
    });
  } catch (error) {
    if (!isStorageBusy(error)) throw error;
  }
}

function drawKey(
  { random, storage }: ApiKeyWiring,
  tenantId: string,
  request: ApiKeyRequest,
  now: Date,
): NewApiKey {
  const namedTenant = storage.databases === undefined ? null : tenantId;
  return newApiKey(
    { id: random.uuid(), ...request },
    random.bytes(API_KEY_BYTES),
    now,
    namedTenant,
  );
}

async function storeNew(
  wiring: ApiKeyWiring,
  stores: Stores,
  caller: ManagementCaller,
  { key, secretHash }: NewApiKey,
  replaced: ApiKey | null,
): Promise<void> {
  await stores.apiKeys.put(key, secretHash);
  await recordAudit(wiring, stores, {
    type: replaced === null ? 'api_key.created' : 'api_key.rotated',
    actor: caller.actor,
    client: caller,
    target: key.id,
    details: {
      name: key.name,
      prefix: key.prefix,
      scopes: key.scopes,
      ...(key.environmentId !== null && { environmentId: key.environmentId }),
      ...(key.expiresAt !== null && { expiresAt: key.expiresAt.toISOString() }),
      ...(replaced !== null && { previousId: replaced.id }),
    },
  });
}

/** Limits the request where the caller is a key. */
async function limitToCaller(
  stores: Stores,
  { actor }: ManagementCaller,
  request: ApiKeyRequest,
  now: Date,
): Promise<Result<ApiKeyRequest, ScopeNotHeld>> {
  return actor.type === 'api_key'
    ? limitToMaker(request, await findKey(stores, actor.id), now)
    : ok(request);
}

const ALL_KEYS: ApiKeyFilter = { keyId: null, liveAt: null };

async function findKey({ apiKeys }: Stores, keyId: string): Promise<ApiKey | null> {
  const found = await apiKeys.list({ keyId, liveAt: null }, { limit: 1, position: null });
  return found.items[0] ?? null;
}

async function isLimitReached({ apiKeys }: Stores, now: Date): Promise<boolean> {
  const page = { limit: MAX_LIVE_API_KEYS, position: null };
  const { items } = await apiKeys.list({ keyId: null, liveAt: now }, page);
  return items.length >= MAX_LIVE_API_KEYS;
}

/** The lock that lets parallel requests see each other's keys in the count. */
const COUNT_LOCK = 'api-keys';

function lockedKey(
  { tenantId }: Pick<ManagementCaller, 'tenantId'>,
  keyId: string,
): { tenantId: string; lock: string } {
  return { tenantId, lock: `api-key:${keyId}` };
}
