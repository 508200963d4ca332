import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { RecordedStatement } from './recording-pool.js';

/** What a bare route does for a request: these statements, and then this answer. */
export interface BareAnswer {
  readonly statements: readonly RecordedStatement[];
  readonly status: number;
  readonly body: object;
}

/** A Fastify server whose only route runs given statements on one connection. */
export function createBareServer(
  pool: Pool,
  url: string,
  answer: (request: FastifyRequest) => BareAnswer,
): FastifyInstance {
  const app = fastify();
  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url,
    handler: async (request, reply) => {
      const { statements, status, body } = answer(request);
      const connection = await pool.connect();
      try {
        for (const statement of statements) await connection.query({ ...statement });
      } finally {
        connection.release();
      }
      return reply.code(status).send(body);
    },
  });
  return app;
}
