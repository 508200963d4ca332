import type { ApiKey, ApiKeyService, ManagementCaller, ApiKeyWithSecret } from '@stepward/core';
import type { Cursors } from '@stepward/core/adapter';
import type { QueryInvalid } from '../http-failure.js';
import { refuse, Refusal, type RefusalOf } from '../refusal.js';
import type { Reply } from '../reply.js';
import type { CreateApiKeyBody } from '../schemas/customer-bodies.js';
import type { PageQuery } from '../schemas/query-fields.js';
import { listCursors } from './list-cursors.js';

/** The handlers below `/v1/customer/api-keys`. */
export interface ApiKeyHandlers {
  /** 201 with the key's secret, which no other answer has. */
  create(
    caller: ManagementCaller,
    body: CreateApiKeyBody,
  ): Promise<Reply<201> | RefusalOf<ApiKeyService['create']>>;
  /** A page of the keys, revoked ones included, newest first. */
  list(caller: ManagementCaller, query: PageQuery): Promise<Reply<200> | Refusal<QueryInvalid>>;
  /** 201 with the new key, its secret, and `previous_id`. */
  rotate(
    caller: ManagementCaller,
    keyId: string,
  ): Promise<Reply<201> | RefusalOf<ApiKeyService['rotate']>>;
  /** 200 with the key as it was, and `revoked_at`. */
  revoke(
    caller: ManagementCaller,
    keyId: string,
  ): Promise<Reply<200> | RefusalOf<ApiKeyService['revoke']>>;
}

export function createApiKeyHandlers(apiKeys: ApiKeyService, cursors: Cursors): ApiKeyHandlers {
  return {
    async create(caller, body) {
      const created = await apiKeys.create(caller, body);
      return created.match((shown) => ({ status: 201, body: shownBody(shown) }), refuse);
    },
    async list({ tenantId }, query) {
      const list = listCursors(cursors, ['api-keys', tenantId]);
      const page = list.open(query);
      if (page instanceof Refusal) return page;
      return list.reply(await apiKeys.list(tenantId, page), recordBody);
    },
    async rotate(caller, keyId) {
      const rotated = await apiKeys.rotate(caller, keyId);
      return rotated.match(
        (shown) => ({ status: 201, body: { ...shownBody(shown), previous_id: keyId } }),
        refuse,
      );
    },
    async revoke(caller, keyId) {
      const revoked = await apiKeys.revoke(caller, keyId);
      return revoked.match((key) => ({ status: 200, body: recordBody(key) }), refuse);
    },
  };
}

function keyBody({ id, name, prefix, scopes, environmentId, ...key }: ApiKey): object {
  const times = { created_at: key.createdAt, last_used_at: key.lastUsedAt };
  return { id, name, prefix, scopes, environment_id: environmentId, ...times };
}

function recordBody(key: ApiKey): object {
  return { ...keyBody(key), revoked_at: key.revokedAt };
}

function shownBody({ key, secret }: ApiKeyWithSecret): object {
  return { ...keyBody(key), key: secret.reveal() };
}
