import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemCaller,
  type Storage,
  type Stepward,
} from '@stepward/core';
import {
  createFixedClock,
  createRecordingSmsSender,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';
import { stepwardExpress } from '@stepward/express';
import { createHttpApi, createOpaqueTokenAuthenticator } from '@stepward/http';
import type { Telemetry } from '@stepward/opentelemetry';
import express from 'express';
import { afterAll } from 'vitest';
import type { Recorder } from '../../packages/opentelemetry/test/recorder.js';

export const TOKEN = 'token-of-the-session-of-ada';
export const PHONE = '+14155550177';
export const IDENTITY_ID = 'identity-of-ada';
export const SESSION_ID = 'session-of-ada';
export const TENANT_ID = 'acme';

/** A service in which every part reports, behind Express with its own server span. */
export interface TracedService {
  readonly stepward: Stepward;
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
  /** Sends a request with a token, JSON and back; the answer, once the server span has ended. */
  call(method: string, path: string, body?: object, token?: string): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly body: Body;
}

interface Body {
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Starts it on a free port until the test file is over. */
export async function startTracedService(
  { tracer }: Recorder,
  telemetry: Telemetry,
  storage: Storage,
): Promise<TracedService> {
  const clock = createFixedClock();
  const sms = createRecordingSmsSender();
  const key = (id: string, byte: number) =>
    telemetry.keyRing(createKeyRing({ active: { id, secret: new Uint8Array(32).fill(byte) } }), id);
  const stepward = createStepward({
    storage: telemetry.storage(storage),
    smsSender: telemetry.smsSender(sms, 'recorder'),
    breachedPasswords: telemetry.breachedPasswords({ check: async () => 'breached' }),
    webhooks: { keys: key('webhooks', 2), targets: { check: async () => 'allowed' } },
    codeKeys: key('codes', 1),
    clock,
  });
  const caller = { tenantId: TENANT_ID, identityId: IDENTITY_ID, sessionId: SESSION_ID };
  const api = createHttpApi({
    stepward,
    accessTokens: createOpaqueTokenAuthenticator(async (text) => (text === TOKEN ? caller : null)),
    observeRequest: telemetry.observeRequest,
  });
  const app = express();
  const requests: Promise<unknown>[] = [];
  app.use((request, response, next) => {
    tracer.startActiveSpan(request.method, (span) => {
      requests.push(once(response, 'finish').then(() => span.end()));
      next();
    });
  }, stepwardExpress(api));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => server.close().closeAllConnections());
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  await addAda(stepward);
  return {
    stepward,
    clock,
    sms,
    async call(method, path, body, token = TOKEN) {
      const response = await fetch(`${origin}/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = { status: response.status, body: (await response.json()) as Body };
      await Promise.all(requests.splice(0));
      return answer;
    },
  };
}

async function addAda({ tenants, identities }: Stepward): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  const password = { hibpCheck: true };
  (await tenants.configure(systemCaller(TENANT_ID), { sms, password }))._unsafeUnwrap();
  const number = parsePhoneNumber(PHONE)._unsafeUnwrap();
  const ada = {
    identityId: IDENTITY_ID,
    state: 'active',
    phone: { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  } as const;
  (await identities.put(TENANT_ID, ada))._unsafeUnwrap();
}
