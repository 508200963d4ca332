import { createHttpApi, type RateLimitOptions } from '@stepward/http';
import { describe, onTestFinished } from 'vitest';
import { createPerson, SMS_ON, type Person } from '../../account-api/harness/person.js';
import { frameworksOf } from '../../harness/every-host.js';
import { memory } from '../../harness/storages.js';
import { createWorld, type World } from '../../harness/world.js';
import { systemCaller } from '@stepward/core';

/** A server that limits requests, for one test. */
export interface LimitedServer {
  readonly origin: string;
  /** A new person in a tenant of their own. Each call sends a new token. */
  person(): Promise<Person>;
}

/** Where tests start servers of one framework. */
export interface LimitedHost {
  readonly world: World;
  /** Starts a server with new buckets; it stops with the test. */
  serve(rateLimits: RateLimitOptions): Promise<LimitedServer>;
}

let tenants = 0;

/** Defines the same tests for every framework; in the quick tier for one. */
export function onEveryLimitedHost(define: (host: LimitedHost) => void): void {
  describe.each(frameworksOf({}))('on $name', async (framework) => {
    const world = await createWorld(await memory.open());
    define({
      world,
      async serve(rateLimits) {
        const { stepward, tokens } = world;
        const api = createHttpApi({ stepward, accessTokens: tokens.authenticator, rateLimits });
        const server = await framework.serve([{ path: '', api }]);
        onTestFinished(() => server.stop());
        const origin = `http://127.0.0.1:${String(server.port)}`;
        return { origin, person: () => newPerson(world, origin) };
      },
    });
  });
}

async function newPerson(world: World, origin: string): Promise<Person> {
  tenants += 1;
  const tenantId = `limited-${String(tenants)}`;
  (await world.stepward.tenants.configure(systemCaller(tenantId), SMS_ON))._unsafeUnwrap();
  return createPerson(world, () => origin, { tenantId });
}
