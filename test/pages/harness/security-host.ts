import { createKeyRing, type AssuranceLevel } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import {
  createCodePage,
  createSecurityPage,
  type SecurityTexts,
  type TextChanges,
} from '@stepward/pages';
import { appCode, createTestStepward } from '@stepward/testing';
import express from 'express';
import { running } from './page-host.js';

export const PHONE = '+14155552671';
const OWNER = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

/** The security page and the code page in a server on this machine, for a person with a verified phone. */
export async function startSecurityHost(texts: TextChanges<SecurityTexts> = {}) {
  const test = await createTestStepward();
  const { stepward, sms, clock } = test;
  await test.addIdentity('ada');
  const session: { assurance: AssuranceLevel; isActive: boolean } = {
    assurance: 'aal1',
    isActive: true,
  };
  const app = express();
  const host = await running(app);
  const shared = {
    stepward,
    keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
    publicUrl: host.url,
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
  const securityPage = createSecurityPage({
    ...shared,
    texts,
    signedIn: () =>
      session.isActive ? { ...OWNER, assurance: session.assurance, organisationId: null } : null,
    stepUpAddress: async (_, factor) =>
      (
        await codePage.createVerifyLink({
          ...OWNER,
          factor: factor ?? 'sms',
          returnTo: '/security',
        })
      )._unsafeUnwrap(),
  });
  app.use(stepwardExpress(codePage));
  app.use(stepwardExpress(securityPage));
  return {
    url: `${host.url}/security`,
    session,
    sms,
    clock,
    stop: () => host.stop(),
    smsCode: () => sms.lastCode(PHONE),
    appCode: (secret: string) => appCode(secret, clock.now()),
  };
}

export type SecurityHost = Awaited<ReturnType<typeof startSecurityHost>>;
