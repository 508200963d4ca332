/** Credentials that an operation has to refuse, and what each is answered. */
import { MANAGEMENT_SCOPES, systemCaller, type ManagementScope } from '@stepward/core';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';
import { SERVICE_SECRET } from '../harness/world.js';
import type { Credential } from './requests.js';
import { newKey, type Scene, type WalkedWorld } from './scene.js';
import { bearer, credentialFor } from './walked-world.js';

/** A credential that does not fit, and the answer to it. */
export interface Unfit {
  readonly name: string;
  readonly credential: Credential;
  /** `401 token_invalid` */
  readonly answered: string;
  /** Where the host asks for what it does not ask for at the root. */
  readonly mount?: '/scoped';
}

const SECRET: Credential = { 'x-internal-service-secret': SERVICE_SECRET };

/** Every credential that an operation of an API has to refuse to callers of a scene. */
export async function unfitFor(
  world: WalkedWorld,
  operation: AnyOperation,
  scene: Scene,
): Promise<readonly Unfit[]> {
  const fit = await credentialFor(world, operation, scene);
  const contradiction = { ...fit, 'x-tenant-id': 'another-tenant' };
  switch (operation.api) {
    case 'account':
      return [
        ...(await bearers(world, scene)),
        { name: 'a management key', credential: bearer(scene.key), answered: '401 token_invalid' },
        { name: 'a contradiction', credential: contradiction, answered: '403 tenant_mismatch' },
        ...(await withoutScope(world, operation, scene)),
        ...(await belowAssurance(world, operation, scene, [])),
      ];
    case 'customer':
      return [
        ...(await bearers(world, scene)),
        ...(await brokenKeys(world, scene)),
        { name: 'a contradiction', credential: contradiction, answered: '403 tenant_mismatch' },
        ...(await withOtherScopes(world, operation.scope, scene)),
        ...(await belowAssurance(world, operation, scene, [operation.scope])),
      ];
    case 'internal':
      return withoutSecret(world, scene, fit);
  }
}

/** What no operation with bearer tokens takes. */
async function bearers({ tokens }: WalkedWorld, scene: Scene): Promise<readonly Unfit[]> {
  const { tenantId, identityId, key } = scene;
  const scope = MANAGEMENT_SCOPES.join(' ');
  const expired = await tokens.issue({ tenantId, identityId, scope, acr: 'aal2', expiresIn: -60 });
  return [
    { name: 'nothing', credential: {}, answered: '401 token_missing' },
    { name: 'the service secret', credential: SECRET, answered: '401 token_missing' },
    { name: 'another scheme', credential: basic(key), answered: '401 token_missing' },
    { name: 'an expired token', credential: bearer(expired), answered: '401 token_invalid' },
  ];
}

function basic(key: string): Credential {
  return { authorization: `Basic ${btoa(`x:${key}`)}` };
}

async function brokenKeys(world: WalkedWorld, scene: Scene): Promise<readonly Unfit[]> {
  const caller = systemCaller(scene.tenantId);
  const revoked = await newKey(world, scene.tenantId, MANAGEMENT_SCOPES);
  (await world.stepward.apiKeys.revoke(caller, revoked.id))._unsafeUnwrap();
  const invalid = { answered: '401 token_invalid' };
  return [
    { name: 'a revoked key', credential: bearer(revoked.key), ...invalid },
    { name: 'a key that is cut', credential: bearer(scene.key.slice(0, -1)), ...invalid },
    { name: 'a key without its mark', credential: bearer(scene.key.slice(13)), ...invalid },
    { name: 'an unknown key', credential: bearer(`service_mgmt_${'a'.repeat(43)}`), ...invalid },
  ];
}

/** A user token with scopes of other operations, where the host asks for scopes. */
async function withoutScope(
  { tokens }: WalkedWorld,
  { scope }: AnyOperation,
  { tenantId, identityId }: Scene,
): Promise<readonly Unfit[]> {
  if (scope === null) return [];
  const others = ['account.mfa:write', 'account.phone:write', ...MANAGEMENT_SCOPES];
  const claims = { tenantId, identityId, scope: others.filter((name) => name !== scope).join(' ') };
  return [
    {
      name: 'a token with the scopes of others',
      credential: bearer(await tokens.issue({ ...claims, acr: 'aal2' })),
      answered: '403 insufficient_scope',
      mount: '/scoped',
    },
  ];
}

async function withOtherScopes(
  world: WalkedWorld,
  scope: ManagementScope,
  { tenantId, identityId }: Scene,
): Promise<readonly Unfit[]> {
  const others = MANAGEMENT_SCOPES.filter((each) => each !== scope);
  const { key } = await newKey(world, tenantId, others);
  // The first use of a key is recorded, and later ones within the hour are not.
  await world.stepward.apiKeys.authenticate(key);
  const claims = { tenantId, identityId, scope: 'openid account.mfa:write', acr: 'aal2' };
  const user = await world.tokens.issue(claims);
  const answered = '403 insufficient_scope';
  return [
    { name: 'a key with all other scopes', credential: bearer(key), answered },
    { name: 'a user token', credential: bearer(user), answered },
  ];
}

/** They ask for two factors where the key is to help people, which the tests of that help show. */
const ASKING_FOR_SOME_SCOPES = ['createApiKey', 'rotateApiKey'];

/** A token that proves one factor alone, for an operation that asks for two. */
async function belowAssurance(
  { tokens }: WalkedWorld,
  { id, refuses }: AnyOperation,
  { tenantId, identityId, neighbourId }: Scene,
  scopes: readonly ManagementScope[],
): Promise<readonly Unfit[]> {
  if (!refuses.includes('assurance_insufficient') || ASKING_FOR_SOME_SCOPES.includes(id)) return [];
  // Administrators help others than themselves.
  const whose = scopes.length === 0 ? identityId : neighbourId;
  const claims = { tenantId, identityId: whose, scope: scopes.join(' '), acr: 'aal1' };
  const credential = bearer(await tokens.issue(claims));
  return [{ name: 'a token at aal1', credential, answered: '401 assurance_insufficient' }];
}

async function withoutSecret(
  { tokens }: WalkedWorld,
  { tenantId, identityId, key }: Scene,
  fit: Credential,
): Promise<readonly Unfit[]> {
  const tenant = { 'x-tenant-id': tenantId };
  const token = await tokens.issue({ tenantId, identityId, acr: 'aal2' });
  const inPlace = (secret: string): Credential => ({
    ...tenant,
    'x-internal-service-secret': secret,
  });
  const refused = { answered: '401 service_secret_invalid' };
  return [
    { name: 'nothing', credential: tenant, ...refused },
    { name: 'a user token', credential: { ...tenant, ...bearer(token) }, ...refused },
    { name: 'a management key', credential: { ...tenant, ...bearer(key) }, ...refused },
    { name: 'a key in its place', credential: inPlace(key), ...refused },
    { name: 'a secret that is cut', credential: inPlace(SERVICE_SECRET.slice(1)), ...refused },
    { name: 'the secret alone', credential: SECRET, answered: '400 tenant_missing' },
    {
      name: 'the secret with an unknown tenant',
      credential: { ...fit, 'x-tenant-id': 'nobody' },
      answered: '401 tenant_unknown',
    },
  ];
}
