/** A resource server: payments need a second factor of the last five minutes, transfers the approval of each. */
import type { Stepward } from '@stepward/core';
import { requireAssurance, requireGrant } from '@stepward/express';
import { createJwtAuthenticator, userOf } from '@stepward/http';
import express, { type Express } from 'express';
import { errorPage } from './error-page.js';
import { operationOf, readTransfer } from './transfer.js';

export interface ResourceServerOptions {
  readonly issuer: string;
  /** Its own name, which is the audience of its tokens. */
  readonly resource: string;
  /** Seconds since the person authenticated, at most. */
  readonly maxAge: number;
  /** The approvals of transfers. */
  readonly grants: Stepward['grants'];
}

export function createResourceServer(options: ResourceServerOptions): Express {
  const { issuer, resource, maxAge, grants } = options;
  const accessTokens = createJwtAuthenticator({
    issuer,
    audience: resource,
    algorithms: ['ES256'],
    keys: { jwksUrl: `${issuer}/jwks` },
    type: 'at+jwt',
  });
  const app = express();
  app.disable('x-powered-by');
  app.get('/account', requireAssurance({ accessTokens, acr: 'aal1' }), (request, response) => {
    response.json({ owner: userOf(request).identityId });
  });
  app.post(
    '/payments',
    requireAssurance({ accessTokens, acr: 'aal2', maxAge }),
    (request, response) => {
      response.status(201).json({ paidBy: userOf(request).identityId });
    },
  );
  app.post(
    '/transfers',
    express.json({ limit: '4kb' }),
    requireGrant<express.Request>({
      accessTokens,
      grants,
      operation: ({ body }) => operationOf(readTransfer(body)),
    }),
    (request, response) => {
      const { amount } = readTransfer(request.body);
      response.status(201).json({ paidBy: userOf(request).identityId, amount });
    },
  );
  app.use(errorPage);
  return app;
}
