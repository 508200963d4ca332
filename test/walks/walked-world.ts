/** Every operation over a store whose content the test can read past the services. */
import type { HttpApi } from '@stepward/http';
import { describe } from 'vitest';
import { describeOperations } from '../../packages/http/src/operations/create-operations.js';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';
import { memory, postgres } from '../harness/storages.js';
import { tier } from '../harness/tier.js';
import { createWorld, SERVICE_SECRET } from '../harness/world.js';
import type { Credential } from './requests.js';
import type { Scene, WalkedWorld } from './scene.js';
import { keepSessions } from './sessions.js';

/** The operations of the three APIs, from their own table. */
export const operations: readonly AnyOperation[] = describeOperations();

/** Defines the same walk over each storage; in the quick tier over Postgres, whose tables can be read whole. */
export function walk(define: (world: WalkedWorld, api: HttpApi) => void): void {
  for (const kind of tier === 'full' ? [memory, postgres] : [postgres]) {
    describe(`over ${kind.name}`, async () => {
      const sessions = keepSessions();
      const world = { ...(await createWorld(await kind.open(), { sessions })), sessions };
      const [root] = world.mounts;
      if (root === undefined) throw new Error('a world has a mount');
      define(world, root.api);
    });
  }
}

/** The credential that each API takes, of a scene. */
export async function credentialFor(
  world: WalkedWorld,
  { api, scope }: Pick<AnyOperation, 'api' | 'scope'>,
  { tenantId, identityId, key }: Scene,
): Promise<Credential> {
  switch (api) {
    case 'account':
      return bearer(
        await world.tokens.issue({ tenantId, identityId, scope: scope ?? '', acr: 'aal2' }),
      );
    case 'customer':
      return bearer(key);
    case 'internal':
      return { 'x-internal-service-secret': SERVICE_SECRET, 'x-tenant-id': tenantId };
  }
}

export function bearer(token: string): Credential {
  return { authorization: `Bearer ${token}` };
}
