import type { HttpApi } from '@stepward/http';
import { MANAGEMENT_SCOPES } from '@stepward/core';
import { recordsOf, pathsOf, send } from './requests.js';
import type { Scene, WalkedWorld } from './scene.js';
import { bearer, credentialFor, operations } from './walked-world.js';

/**
 * Everything that is stored of a tenant: each row of each table, where the store has tables and a superuser to read them,
 * otherwise what every reading operation shows; and the sessions of its people. The entries of refused requests are left out.
 */
export async function stateOf(
  world: WalkedWorld,
  api: HttpApi,
  scene: Scene,
): Promise<readonly unknown[]> {
  const { superuser, sessions } = world;
  const stored =
    superuser?.isOffered === true
      ? (await superuser.everyRow()).filter((row) => isOf(scene, row))
      : await shown(world, api, scene);
  if (stored.length < 10) throw new Error('the state of a scene is more than a few rows');
  return [...stored, ...sessions.ofTenant(scene.tenantId)];
}

function isOf({ tenantId }: Scene, row: string): boolean {
  const { tenant_id: owner, type } = JSON.parse(row) as Readonly<Record<string, unknown>>;
  return owner === tenantId && type !== 'access.refused';
}

/** An administrator reads, not a key: the use of a key is recorded. */
async function shown(world: WalkedWorld, api: HttpApi, scene: Scene): Promise<readonly string[]> {
  const { tenantId } = scene;
  const scope = MANAGEMENT_SCOPES.join(' ');
  const admin = { tenantId, identityId: 'admin', scope, acr: 'aal2' };
  const answers: string[] = [];
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const credential =
      operation.api === 'customer'
        ? bearer(await world.tokens.issue(admin))
        : await credentialFor(world, operation, scene);
    const records = recordsOf(scene, operation);
    const naming: typeof records = (reference) =>
      reference.part === 'query' ? '' : records(reference);
    for (const path of pathsOf(operation)) {
      answers.push((await send(api, operation, { path, credential, naming })).text);
    }
  }
  return answers;
}
