import { err, ok, type Result } from 'neverthrow';
import type { AuditService } from '../audit/audit-service.js';
import type { EventService } from '../events/event-service.js';
import type { Clock } from '../ports/clock.js';
import type { Random } from '../ports/random.js';
import type { Storage, TenantApiKey } from '../ports/storage.js';
import type { Stores } from '../ports/stores.js';
import { inUnitOfWork } from '../shared/in-unit-of-work.js';
import { readPage } from '../shared/list-request.js';
import type { Page, PageRequest } from '../shared/page.js';
import { isStorageBusy } from '../shared/storage-busy.js';
import {
  API_KEY_BYTES,
  API_KEY_PREFIX,
  hashApiKey,
  isUseWorthRecording,
  MAX_LIVE_API_KEYS,
  newApiKey,
  type ApiKey,
  type NewApiKey,
} from './api-key.js';
import {
  readApiKeyRequest,
  revokeApiKey,
  type ApiKeyInput,
  type ApiKeyInvalid,
  type ApiKeyLimitReached,
  type ApiKeyRequest,
  type ApiKeyNotFound,
  type ScopeNotHeld,
} from './change-api-key.js';
import { keyCreated, keyRevoked, keyRotated } from './api-key-events.js';
import type { ManagementCaller } from './management-caller.js';

/** A key with its secret, which is shown only once. */
export type ApiKeyWithSecret = Pick<NewApiKey, 'key' | 'secret'>;

/** Management keys: credentials for automation on the Customer API. */
export interface ApiKeyService {
  /**
   * Creates a key. Its scopes are limited to those of its creator, and a tenant has at most 50 keys that are not
   * revoked.
   */
  create(
    caller: ManagementCaller,
    request: ApiKeyInput,
  ): Promise<Result<ApiKeyWithSecret, ApiKeyInvalid | ScopeNotHeld | ApiKeyLimitReached>>;
  /** The tenant's keys, revoked ones included, newest first; the first 20 by default, `limit` is 1 to 100. */
  list(tenantId: string, page?: Partial<PageRequest>): Promise<Page<ApiKey>>;
  /** Makes a key of the same name, scopes and environment, and revokes the old one at the same time. */
  rotate(
    caller: ManagementCaller,
    keyId: string,
  ): Promise<Result<ApiKeyWithSecret, ApiKeyNotFound | ScopeNotHeld>>;
  /** Revokes a key at once. */
  revoke(caller: ManagementCaller, keyId: string): Promise<Result<ApiKey, ApiKeyNotFound>>;
  /** The tenant and the key behind a secret, or null where it is unknown or revoked. Records the use, to the hour. */
  authenticate(secret: string): Promise<TenantApiKey | null>;
}

export interface ApiKeyServiceOptions {
  readonly storage: Storage;
  readonly audit: AuditService;
  readonly events: EventService;
  readonly clock: Clock;
  readonly random: Random;
}

export function createApiKeyService(options: ApiKeyServiceOptions): ApiKeyService {
  const { storage, audit, events, clock, random } = options;

  const draw = ({ name, scopes, environmentId }: ApiKeyRequest): NewApiKey => {
    const made = { id: random.uuid(), name, scopes, environmentId };
    return newApiKey(made, random.bytes(API_KEY_BYTES), clock.now());
  };

  async function storeNew(
    stores: Stores,
    { actor }: ManagementCaller,
    { key, secretHash }: NewApiKey,
    replaced: ApiKey | null,
  ): Promise<void> {
    await stores.apiKeys.insert(key, secretHash);
    await audit.record(stores, {
      type: replaced === null ? 'api_key.created' : 'api_key.rotated',
      actor,
      target: key.id,
      details: {
        name: key.name,
        prefix: key.prefix,
        scopes: key.scopes,
        ...(key.environmentId !== null && { environmentId: key.environmentId }),
        ...(replaced !== null && { previousId: replaced.id }),
      },
    });
  }

  return {
    async create(caller, request) {
      const read = readApiKeyRequest(request, caller.scopes);
      if (read.isErr()) return err(read.error);
      const made = draw(read.value);
      const { tenantId } = caller;
      // The lock lets parallel requests see each other's keys in the count.
      const scope = { tenantId, lock: 'api-keys' };
      return storage.run<ApiKeyWithSecret, ApiKeyLimitReached>(scope, async (stores) => {
        const live = await stores.apiKeys.countLive();
        if (live >= MAX_LIVE_API_KEYS) return err({ code: 'api_key_limit_reached' });
        await storeNew(stores, caller, made, null);
        await events.record(stores, keyCreated(tenantId, made.key));
        return ok({ key: made.key, secret: made.secret });
      });
    },

    async list(tenantId, page) {
      const part = readPage('apiKeys.list', page);
      return inUnitOfWork(storage, { tenantId }, (stores) => stores.apiKeys.list(part));
    },

    rotate: (caller, keyId) =>
      storage.run<ApiKeyWithSecret, ApiKeyNotFound | ScopeNotHeld>(
        lockedKey(caller, keyId),
        async (stores) => {
          const revoked = revokeApiKey(await stores.apiKeys.find(keyId), clock.now());
          if (revoked.isErr()) return err(revoked.error);
          const missing = revoked.value.scopes.filter((scope) => !caller.scopes.includes(scope));
          if (missing.length > 0) return err({ code: 'scope_not_held', scopes: missing });
          const made = draw(revoked.value);
          await stores.apiKeys.update(revoked.value);
          await storeNew(stores, caller, made, revoked.value);
          const { tenantId } = caller;
          await events.record(stores, keyRotated(tenantId, made.key, keyId));
          await events.record(
            stores,
            keyRevoked(tenantId, revoked.value, 'rotation', made.key.createdAt),
          );
          return ok({ key: made.key, secret: made.secret });
        },
      ),

    revoke: (caller, keyId) =>
      storage.run<ApiKey, ApiKeyNotFound>(lockedKey(caller, keyId), async (stores) => {
        const now = clock.now();
        const revoked = revokeApiKey(await stores.apiKeys.find(keyId), now);
        if (revoked.isErr()) return err(revoked.error);
        await stores.apiKeys.update(revoked.value);
        const { tenantId, actor } = caller;
        const details = { name: revoked.value.name };
        await audit.record(stores, { type: 'api_key.revoked', actor, target: keyId, details });
        await events.record(stores, keyRevoked(tenantId, revoked.value, 'admin_revoke', now));
        return ok(revoked.value);
      }),

    async authenticate(secret) {
      if (!secret.startsWith(API_KEY_PREFIX)) return null;
      const found = await storage.findApiKey(hashApiKey(secret));
      if (found === null || found.key.revokedAt !== null) return null;
      if (isUseWorthRecording(found.key, clock.now())) await recordUse(found);
      return found;
    },
  };

  /**
   * Under the key's lock, so that a concurrent revocation is not undone. Where many requests use
   * one key at once, those before this one record its use.
   */
  async function recordUse({ tenantId, key }: TenantApiKey): Promise<void> {
    try {
      await inUnitOfWork(storage, lockedKey({ tenantId }, key.id), async ({ apiKeys }) => {
        const current = await apiKeys.find(key.id);
        if (current !== null) await apiKeys.update({ ...current, lastUsedAt: clock.now() });
      });
    } catch (error) {
      if (!isStorageBusy(error)) throw error;
    }
  }
}

function lockedKey(
  { tenantId }: Pick<ManagementCaller, 'tenantId'>,
  keyId: string,
): { tenantId: string; lock: string } {
  return { tenantId, lock: `api-key:${keyId}` };
}
