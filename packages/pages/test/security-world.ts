import type { AssuranceLevel } from '@stepward/core';
import { appCode, createTestStepward, type TestStepwardOptions } from '@stepward/testing';
import { expect } from 'vitest';
import {
  createSecurityPage,
  type SecurityPageOptions,
  type SecuritySession,
} from '../src/index.js';
import { LINK_KEYS } from './link-keys.js';
import { csrfOf } from './page-answer.js';
import { createPortalBrowser, ORIGIN } from './portal-browser.js';

export const PHONE = '+14155552671';
/** The page of an authenticator. */
export const ONE = '/security/authenticators/:authenticatorId';

/** The security page for `ada` of `acme`, with a verified phone, in a session at aal1. */
export async function createSecurityWorld(
  changes: Partial<SecurityPageOptions> = {},
  options: TestStepwardOptions = {},
) {
  const test = await createTestStepward(options);
  const { stepward, sms, clock } = test;
  const ada = await test.addIdentity('ada');
  const session: SecuritySession = {
    tenantId: 'acme',
    sessionId: 'session-1',
    identityId: 'ada',
    assurance: 'aal1',
    organisationId: null,
  };
  const signedIn: { session: SecuritySession | null } = { session };
  const page = createSecurityPage({
    stepward,
    keys: LINK_KEYS,
    publicUrl: ORIGIN,
    // A test makes more requests in a minute than a person.
    rateLimits: false,
    brand: { name: 'Example' },
    signedIn: () => signedIn.session,
    stepUpAddress: ({ sessionId }, factor) => `/sms-verify?of=${sessionId}&by=${String(factor)}`,
    clock,
    ...changes,
  });
  const browser = createPortalBrowser(page);
  return {
    ...test,
    ada,
    signedIn,
    page,
    ...browser,
    raise(assurance: AssuranceLevel) {
      signedIn.session = { ...session, assurance };
    },
    /** The addresses of the person's authenticators, oldest first. */
    authenticators: async () =>
      (await stepward.authenticators.list(ada))
        ._unsafeUnwrap()
        .map(({ id }) => ONE.replace(':authenticatorId', id)),
    methods: async () => (await stepward.enrolments.status(ada))._unsafeUnwrap().methods,
    /** Adds an authenticator app; its secret. */
    async addApp(name: string) {
      const csrf = csrfOf(await browser.open('/security'));
      const shown = await browser.post('/security/totp', { csrf, do: 'start', name });
      const secret = secretOf(shown.html);
      const code = appCode(secret, clock.now());
      const done = await browser.submit('/security/totp', { do: 'verify', code });
      expect(done.status).toBe(303);
      return secret;
    },
    /** Sets text messages up, and leaves the session at aal1. */
    async enrolSms() {
      await browser.post('/security/sms', {
        csrf: csrfOf(await browser.open('/security')),
        do: 'start',
      });
      const code = sms.lastCode(PHONE);
      const done = await browser.submit('/security/sms', { do: 'verify', code });
      expect(done.status).toBe(303);
      clock.advance(60_000);
    },
  };
}

/** The secret of an authenticator app that a page shows. */
export function secretOf(html: string): string {
  return (/<pre dir="ltr">([A-Z2-7 ]+)<\/pre>/.exec(html)?.[1] ?? '').replaceAll(' ', '');
}
