import type { HttpAdapterHost } from '@nestjs/core';
import type { ExpressRequest } from '@stepward/express';
import type { HttpApi, HttpRequest } from '@stepward/http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type HttpAdapter = HttpAdapterHost['httpAdapter'];

/** The server of an application, by its platform. */
export interface Server {
  mount(path: string, api: HttpApi): void;
  /** A request of the platform as a neutral one. */
  neutralRequest(request: unknown): HttpRequest;
}

/** Loads the binding of the platform alone: a host installs that one. */
export async function serverOf(adapter: HttpAdapter): Promise<Server> {
  const platform = adapter.getType();
  if (platform === 'express') return expressServer(adapter);
  if (platform === 'fastify') return fastifyServer(adapter);
  throw new Error(
    `@stepward/nest needs Nest's platform Express or Fastify, and this is ${platform}`,
  );
}

async function expressServer(adapter: HttpAdapter): Promise<Server> {
  const { neutralRequest, stepwardExpress } = await import('@stepward/express');
  return {
    mount(path, api) {
      adapter.use(path, stepwardExpress(api));
    },
    neutralRequest: (request) => neutralRequest(request as ExpressRequest),
  };
}

async function fastifyServer(adapter: HttpAdapter): Promise<Server> {
  const { neutralRequest, stepwardFastify } = await import('@stepward/fastify');
  const app = adapter.getInstance<FastifyInstance>();
  return {
    mount(path, api) {
      void app.register(stepwardFastify, { api, prefix: path === '/' ? '' : path });
    },
    neutralRequest(request) {
      const own = request as FastifyRequest;
      return neutralRequest(own, own.url);
    },
  };
}
