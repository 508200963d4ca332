/** A mount that removes more than its prefix, as NestJS does with `forRoutes`, over a real socket. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createKeyRing, createStepward } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import { createMemoryStorage, createRecordingSmsSender } from '@stepward/testing';
import express from 'express';
import { expect, it } from 'vitest';

it('warns where Express removes the whole path, as for a pattern with a wildcard', async () => {
  const warnings: unknown[] = [];
  const ignore = (): void => undefined;
  const warn = (fields: object, message: string) => warnings.push({ fields, message });
  const stepward = createStepward({
    storage: createMemoryStorage(),
    smsSender: createRecordingSmsSender(),
    codeKeys: createKeyRing({ active: { id: 'k1', secret: Buffer.alloc(32, 7) } }),
  });
  const api = createHttpApi({
    stepward,
    accessTokens: createOpaqueTokenAuthenticator(async () => null),
    logger: { debug: ignore, info: ignore, warn, error: ignore },
  });
  const server = express().use('/identity/*path', stepwardExpress(api)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${String(port)}/identity/v1/account/mfa?a=/v1/customer/logs`;
    expect((await fetch(url)).status).toBe(404);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(warnings).toEqual([
    {
      fields: { path: '/v1/account/mfa' },
      message: expect.stringContaining('does not strip the prefix alone'),
    },
  ]);
});
