import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stepwardExpress } from '@stepward/express';
import { stepwardFastify } from '@stepward/fastify';
import { renderProblemJson, toProblem, type HttpApi } from '@stepward/http';
import express from 'express';
import express4 from 'express4';
import { fastify, type FastifyReply, type FastifyServerOptions } from 'fastify';

/** An API and the path it is mounted below: `/scoped`, or nothing for the root. */
export interface Mount {
  readonly path: string;
  readonly api: HttpApi;
}

/** A server on a real socket of 127.0.0.1. */
export interface RunningServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** A framework that Stepward has a binding for. */
export interface Framework {
  readonly name: string;
  serve(mounts: readonly Mount[]): Promise<RunningServer>;
}

/** Fastify as the page on embedding asks for it where ids in paths are long. */
export const fastifyForLongIds: Framework = fastifyWith('Fastify 5 for long ids', {
  routerOptions: { maxParamLength: 510 },
  frameworkErrors(_error, request, reply: FastifyReply) {
    const problem = toProblem({ code: 'path_invalid' }, request.id);
    const { contentType, body } = renderProblemJson(problem);
    void reply.code(problem.status).header('content-type', contentType).send(Buffer.from(body));
  },
});

/** Every framework, at every major version that its binding supports. */
export const frameworks: readonly Framework[] = [
  {
    name: 'Express 5',
    async serve(mounts) {
      const app = express();
      for (const { path, api } of mounts) app.use(path || '/', stepwardExpress(api));
      return running(app.listen(0, '127.0.0.1'));
    },
  },
  {
    name: 'Express 4',
    async serve(mounts) {
      const app = express4();
      for (const { path, api } of mounts) app.use(path || '/', stepwardExpress(api));
      return running(app.listen(0, '127.0.0.1'));
    },
  },
  fastifyWith('Fastify 5', {}),
];

function fastifyWith(name: string, options: FastifyServerOptions): Framework {
  return {
    name,
    async serve(mounts) {
      const app = fastify({ forceCloseConnections: true, ...options });
      for (const { path, api } of mounts) {
        await app.register(stepwardFastify, { api, prefix: path });
      }
      await app.listen({ port: 0, host: '127.0.0.1' });
      return { port: portOf(app.server), stop: () => app.close() };
    },
  };
}

async function running(server: Server): Promise<RunningServer> {
  await once(server, 'listening');
  return {
    port: portOf(server),
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
