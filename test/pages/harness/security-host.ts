import { createKeyRing, type AssuranceLevel } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import {
  createCodePage,
  createSecurityPage,
  type SecurityTexts,
  type TextChanges,
  type VerifyLinkRequest,
} from '@stepward/pages';
import { appCode, createTestStepward } from '@stepward/testing';
import { createWebAuthn } from '@stepward/webauthn';
import express from 'express';
import { running } from './page-host.js';

export const PHONE = '+14155552671';
const OWNER = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

/**
 * The security page and the code page in a server on this machine, for a person with a verified phone. Its address has the
 * name `localhost`: WebAuthn needs a domain.
 */
export async function startSecurityHost(texts: TextChanges<SecurityTexts> = {}) {
  const app = express();
  const host = await running(app);
  const origin = host.url.replace('127.0.0.1', 'localhost');
  const test = await createTestStepward({
    webauthn: createWebAuthn({ rpName: 'Example', rpId: 'localhost', origins: [origin] }),
  });
  const { stepward, sms, clock } = test;
  await test.addIdentity('ada');
  const session: { assurance: AssuranceLevel; isActive: boolean } = {
    assurance: 'aal1',
    isActive: true,
  };
  const shared = {
    stepward,
    keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
    publicUrl: origin,
    brand: { name: 'Example' },
    clock,
  };
  const codePage = createCodePage({
    ...shared,
    isSessionActive: () => session.isActive,
    onVerified: ({ assurance }) => {
      session.assurance = assurance;
    },
  });
  async function link(factor: NonNullable<VerifyLinkRequest['factor']>): Promise<string> {
    const made = await codePage.createVerifyLink({ ...OWNER, factor, returnTo: '/security' });
    return made._unsafeUnwrap();
  }
  const securityPage = createSecurityPage({
    ...shared,
    texts,
    signedIn: () =>
      session.isActive ? { ...OWNER, assurance: session.assurance, organisationId: null } : null,
    stepUpAddress: async (_, factor) => link(factor ?? 'sms'),
  });
  app.use(stepwardExpress(codePage));
  app.use(stepwardExpress(securityPage));
  return {
    url: `${origin}/security`,
    session,
    /** A new link to the code page. */
    link,
    sms,
    clock,
    stop: () => host.stop(),
    smsCode: () => sms.lastCode(PHONE),
    appCode: (secret: string) => appCode(secret, clock.now()),
  };
}

export type SecurityHost = Awaited<ReturnType<typeof startSecurityHost>>;
