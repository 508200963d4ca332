/** Starts the four servers of the example on this machine. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@stepward/client';
import { createKeyRing } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import express from 'express';
import type { Pool } from 'pg';
import { createAuthenticationApp } from './authentication/app.js';
import { createProvider } from './authentication/provider.js';
import { createInteractionPolicy } from './authentication/step-up-prompt.js';
import { createExampleData, createIdentity } from './identity.js';
import { TENANT_ID } from './people.js';
import { createPhones, type Phones } from './phones.js';
import { createRelyingParty } from './relying-party.js';
import { createResourceServer } from './resource-server.js';

export interface StartOptions {
  readonly pool: Pool;
  /** 32 random bytes in base64. */
  readonly codeKey: string;
  /** The port of the shop; any free one by default. */
  readonly port?: number;
  /** Seconds for which an authentication is recent enough for a payment; 300 by default. */
  readonly maxAge?: number;
}

export interface Started {
  /** Where the shop is: what a person opens. */
  readonly shop: string;
  readonly issuer: string;
  readonly resource: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly phones: Phones;
  close(): void;
}

export async function start(options: StartOptions): Promise<Started> {
  const { pool, codeKey, port = 0, maxAge = 300 } = options;
  const servers = {
    shop: createServer(),
    login: createServer(),
    pay: createServer(),
    api: createServer(),
  };
  const shop = await listen(servers.shop, port);
  const issuer = await listen(servers.login, 0);
  const resource = await listen(servers.pay, 0);
  const baseUrl = await listen(servers.api, 0);
  const [serviceSecret, clientSecret, cookieKey] = [secret(), secret(), secret()];
  const clientId = 'shop';

  const phones = createPhones();
  const stepward = createIdentity({ pool, phones, codeKey });
  await createExampleData(stepward, phones);
  const api = createHttpApi({
    stepward,
    serviceSecrets: [serviceSecret],
    // The Account API is not used here.
    accessTokens: createOpaqueTokenAuthenticator(() => Promise.resolve(null)),
  });
  serve(servers.api, express().use(stepwardExpress(api)));

  const client = createClient({ baseUrl, credential: { serviceSecret }, tenantId: TENANT_ID });
  const provider = await createProvider({
    issuer,
    policy: createInteractionPolicy(client),
    client: { id: clientId, secret: clientSecret, redirectUri: `${shop}/callback` },
    resource,
    cookieKey,
  });
  const linkKeys = createKeyRing({ active: { id: 'links-1', secret: secret() } });
  const clientOrigins = [shop];
  serve(
    servers.login,
    createAuthenticationApp({ provider, stepward, issuer, linkKeys, clientOrigins, shop }),
  );
  serve(servers.pay, createResourceServer({ issuer, resource, maxAge, grants: stepward.grants }));
  serve(
    servers.shop,
    await createRelyingParty({ origin: shop, issuer, clientId, clientSecret, resource, phones }),
  );

  return {
    shop,
    issuer,
    resource,
    clientId,
    clientSecret,
    phones,
    close() {
      for (const server of Object.values(servers)) server.close().closeAllConnections();
    },
  };
}

const secret = (): string => randomBytes(32).toString('base64url');

/** Listens on this machine, and returns the origin: the servers have to know each other before they answer. */
async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function serve(server: Server, app: RequestListener): void {
  server.on('request', app);
}
