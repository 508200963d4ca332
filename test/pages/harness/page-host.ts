import { createServer, type RequestListener, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createKeyRing, type SteppedUp } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createCodePage, type CodePageTexts, type VerifyLinkRequest } from '@stepward/pages';
import { appCode, createTestStepward } from '@stepward/testing';
import express from 'express';

const PHONE = '+14155552671';
const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

/** One second: long enough to see the countdown, short enough to wait for. */
export const COOLDOWN_MS = 1_000;

/** The application that a person comes back to: one page, on another origin. */
async function startApplication(): Promise<RunningHost> {
  return running((request, response) => {
    // What an authorisation server does: it sends the browser on to a client.
    const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to');
    if (to === null) response.end('<!doctype html><title>The application</title><h1>Done</h1>');
    else response.writeHead(302, { location: to }).end();
  });
}

/** The code page in a server on this machine, with a person who has every factor. */
export async function startPageHost(
  texts: Readonly<Record<string, CodePageTexts>> = {},
  sendCooldownMs = COOLDOWN_MS,
) {
  const test = await createTestStepward({ limits: { sendCooldownMs } });
  const { stepward, sms, clock } = test;
  const ada = await test.addIdentity('ada');
  await test.enrol(ada);
  const { secret } = (await stepward.totp.start(ada))._unsafeUnwrap();
  (await stepward.totp.verify(ada, appCode(secret, clock.now())))._unsafeUnwrap();
  const { codes } = (await stepward.recoveryCodes.generate(ada))._unsafeUnwrap();
  clock.advance(60_000);

  const application = await startApplication();
  const client = await startApplication();
  const verified: SteppedUp[] = [];
  const state = { isActive: true, isDown: false };
  const app = express();
  const host = await running(app);
  const codePage = createCodePage({
    stepward,
    keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
    publicUrl: host.url,
    brand: { name: 'Example' },
    texts,
    returnOrigins: [application.url],
    isSessionActive: () => {
      if (state.isDown) throw new Error('the session store is down');
      return state.isActive;
    },
    onVerified: (proof) => verified.push(proof),
    sendCooldownMs,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    clock,
  });
  app.use(stepwardExpress(codePage));

  async function link(request: Partial<VerifyLinkRequest> = {}): Promise<string> {
    const made = await codePage.createVerifyLink({
      ...SESSION,
      returnTo: application.url,
      ...request,
    });
    return made._unsafeUnwrap();
  }

  return {
    url: host.url,
    application,
    client,
    clock,
    sms,
    state,
    verified,
    link,
    /** A link to a page for which a code was sent, as at a step-up. */
    async linkWithCode(request: Partial<VerifyLinkRequest> = {}): Promise<string> {
      clock.advance(sendCooldownMs);
      const { sentTo } = (await stepward.stepUp.challenge(SESSION))._unsafeUnwrap();
      return link({ sentTo, ...request });
    },
    smsCode: () => sms.lastCode(PHONE),
    totpCode: () => appCode(secret, clock.now()),
    recoveryCode: () => codes[0] ?? '',
    async stop() {
      await Promise.all([host.stop(), application.stop(), client.stop()]);
    },
  };
}

export type PageHost = Awaited<ReturnType<typeof startPageHost>>;

interface RunningHost {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves on a free port of this machine. */
export async function running(listener: RequestListener): Promise<RunningHost> {
  const server: Server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
