import {
  MANAGEMENT_SCOPES,
  type ApiKey,
  type ApiKeyWithSecret,
  type Stepward,
} from '@stepward/core';
import { z } from 'zod';
import { Refusal, refuse, reply } from '../../answer.js';
import { id, pageOf, pageQuery, text, time } from '../parts/fields.js';
import { API_KEY_FIELDS, API_KEY_ROTATION_FIELDS } from '@stepward/core/adapter';
import { listCursors } from '../parts/list-cursors.js';
import { defineOperation, type AnyOperation } from '../operation.js';
import { bodyOfFields } from '../parts/record-schemas.js';

const keyFields = z.object({
  id,
  name: text('CI'),
  prefix: text('service_mgmt_Zk3v'),
  scopes: z.array(z.enum(MANAGEMENT_SCOPES)).readonly(),
  environment_id: text('env_prod').nullable(),
  created_at: time,
  last_used_at: time.nullable(),
  expires_at: time.nullable(),
});

/** A key in a list, which includes revoked keys. Within the overlap of a rotation `revoked_at` lies ahead. */
const keyRecord = keyFields.extend({ revoked_at: time.nullable() }).meta({ title: 'ApiKey' });

/** A key with its secret, which no other response contains. */
const shownKey = keyFields.extend({
  key: text('service_mgmt_Zk3vN1x8s0vQ3mJw7yX2bC5dF6gH9kLpR4tUqWeAzSx'),
});
const createdKey = shownKey.meta({ title: 'CreatedApiKey' });
const rotatedKey = shownKey.extend({ previous_id: id }).meta({ title: 'RotatedApiKey' });

/** Management keys (specification, "Customer API"). */
export function apiKeyOperations({
  apiKeys,
  cursors,
}: Pick<Stepward, 'apiKeys' | 'cursors'>): readonly AnyOperation[] {
  return [
    defineOperation({
      id: 'listApiKeys',
      api: 'customer',
      method: 'GET',
      path: '/v1/customer/api-keys',
      summary: "Lists the tenant's management keys, newest first, revoked ones included.",
      scope: 'api_keys:read',
      params: {},
      query: pageQuery,
      answers: { 200: pageOf(keyRecord) },
      async serve({ tenantId }, { query }) {
        const list = listCursors(cursors, ['api-keys', tenantId]);
        const page = list.open(query);
        if (page instanceof Refusal) return page;
        return list.reply(await apiKeys.list(tenantId, page), recordBody);
      },
    }),
    defineOperation({
      id: 'createApiKey',
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys',
      summary: 'Creates a management key, and shows its secret only once.',
      scope: 'api_keys:write',
      params: {},
      // Unknown keys are refused: a caller that sends `expires` would expect the key to expire.
      body: bodyOfFields(API_KEY_FIELDS, {
        title: 'NewApiKey',
        required: ['name', 'scopes'],
        example: { name: 'CI', scopes: ['organisations:read'] },
      }),
      answers: { 201: createdKey },
      refuses: [
        'api_key_invalid',
        'api_key_limit_reached',
        'scope_not_held',
        'assurance_insufficient',
      ],
      showsSecret: true,
      async serve(caller, { body }) {
        const created = await apiKeys.create(caller, body);
        return created.match((shown) => reply(201, shownBody(shown)), refuse);
      },
    }),
    defineOperation({
      id: 'rotateApiKey',
      api: 'customer',
      method: 'POST',
      path: '/v1/customer/api-keys/:keyId/rotate',
      summary: 'Replaces a management key by a new one with the same name and scopes.',
      scope: 'api_keys:write',
      params: { keyId: id },
      // No body is needed.
      body: bodyOfFields(API_KEY_ROTATION_FIELDS, {
        title: 'ApiKeyRotation',
        example: { overlap_hours: 24 },
      }).default({}),
      answers: { 201: rotatedKey },
      refuses: [
        'api_key_invalid',
        'api_key_limit_reached',
        'api_key_not_found',
        'scope_not_held',
        'assurance_insufficient',
      ],
      showsSecret: true,
      async serve(caller, { params: { keyId }, body }) {
        const rotated = await apiKeys.rotate(caller, keyId, body);
        return rotated.match(
          (shown) => reply(201, { ...shownBody(shown), previous_id: keyId }),
          refuse,
        );
      },
    }),
    defineOperation({
      id: 'revokeApiKey',
      api: 'customer',
      method: 'DELETE',
      path: '/v1/customer/api-keys/:keyId',
      summary: 'Revokes a management key.',
      scope: 'api_keys:write',
      params: { keyId: id },
      answers: { 200: keyRecord },
      refuses: ['api_key_not_found'],
      async serve(caller, { params: { keyId } }) {
        const revoked = await apiKeys.revoke(caller, keyId);
        return revoked.match((key) => reply(200, recordBody(key)), refuse);
      },
    }),
  ];
}

function keyBody({ id: keyId, name, prefix, scopes, environmentId, ...key }: ApiKey) {
  const { createdAt, lastUsedAt, expiresAt } = key;
  const times = { created_at: createdAt, last_used_at: lastUsedAt, expires_at: expiresAt };
  return { id: keyId, name, prefix, scopes, environment_id: environmentId, ...times };
}

function recordBody(key: ApiKey) {
  return { ...keyBody(key), revoked_at: key.revokedAt };
}

function shownBody({ key, secret }: ApiKeyWithSecret) {
  return { ...keyBody(key), key: secret.reveal() };
}
