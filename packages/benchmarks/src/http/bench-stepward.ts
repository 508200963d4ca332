import { createKeyRing, createStepward, systemRandom, type Stepward } from '@stepward/core';
import { stepwardFastify } from '@stepward/fastify';
import { createHttpApi, type AccessTokenAuthenticator } from '@stepward/http';
import { createPostgresStorage, type PostgresPool } from '@stepward/postgres';
import { fastify, type FastifyInstance } from 'fastify';

export const TENANT = 'bench';

/** The code of every message: what is drawn at random is not what is measured. */
export const CODE = '000042';

/** Stepward over a pool, with a sender that keeps the last message to each number. */
export function stepwardOver(pool: PostgresPool): Stepward {
  const sent = new Map<string, string>();
  return createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: {
      send({ to, body }) {
        sent.set(to, body.reveal());
        return Promise.resolve({ status: 'accepted' });
      },
    },
    codeKeys: createKeyRing({ active: { id: 'bench', secret: Buffer.alloc(32, 'bench') } }),
    random: { ...systemRandom, integer: () => Number(CODE) },
  });
}

/** The API as a host mounts it. Its limits are counted, but set so high that no request is refused. */
export async function createStepwardServer(
  stepward: Stepward,
  accessTokens: AccessTokenAuthenticator,
): Promise<FastifyInstance> {
  const api = createHttpApi({ stepward, accessTokens, rateLimits: { scale: 1_000_000 } });
  const app = fastify();
  await app.register(stepwardFastify, { api });
  return app;
}
