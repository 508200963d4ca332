import type { SteppedUp } from '@stepward/core';
import {
  createRecordingLogger,
  createTestStepward,
  type TestStepwardOptions,
} from '@stepward/testing';
import { createFetchHandler } from '@stepward/http';
import { createCodePage, type CodePageOptions, type VerifyLinkRequest } from '../src/index.js';
import { LINK_KEYS } from './link-keys.js';
import { csrfOf, readAnswer, type PageAnswer } from './page-answer.js';

export const ORIGIN = 'https://login.example.com';
export const PHONE = '+14155552671';

/** A tenant with one person who is enrolled in SMS, and the page for her session. */
export async function createPageWorld(
  changes: Partial<CodePageOptions> = {},
  options: TestStepwardOptions = {},
) {
  const test = await createTestStepward(options);
  const { stepward, sms, clock } = test;
  const ada = await test.addIdentity('ada');
  await test.enrol(ada);
  clock.advance(60_000);
  const logger = createRecordingLogger();
  const verified: SteppedUp[] = [];
  const sessions = new Set(['session-1']);
  const codePage = createCodePage({
    stepward,
    keys: LINK_KEYS,
    publicUrl: ORIGIN,
    brand: { name: 'Example' },
    returnOrigins: ['https://app.example.com'],
    isSessionActive: ({ sessionId }) => sessions.has(sessionId),
    onVerified: (proof) => verified.push(proof),
    clock,
    logger,
    ...changes,
  });
  const handle = createFetchHandler(codePage);

  async function link(request: Partial<VerifyLinkRequest> = {}): Promise<string> {
    const owner = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const made = await codePage.createVerifyLink({ ...owner, ...request });
    return made._unsafeUnwrap();
  }

  /** A link to a page for which a code was sent. */
  async function linkWithCode(request: Partial<VerifyLinkRequest> = {}): Promise<string> {
    const session = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };
    const { sentTo } = (await stepward.stepUp.challenge(session))._unsafeUnwrap();
    return link({ sentTo, ...request });
  }

  async function request(url: string, init: RequestInit = {}): Promise<PageAnswer> {
    return readAnswer(await handle(new Request(new URL(url, ORIGIN), init)));
  }

  const open = (url: string, headers: Record<string, string> = {}) => request(url, { headers });

  /** Sends a form of the page as a browser does. */
  async function submit(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const csrf = csrfOf(await open(url));
    return request(url, {
      method: 'POST',
      body: new URLSearchParams({ csrf, ...fields }),
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers },
    });
  }

  return {
    ...test,
    ada,
    codePage,
    verified,
    sessions,
    logger,
    link,
    linkWithCode,
    request,
    open,
    submit,
    lastCode: () => sms.lastCode(PHONE),
  };
}
