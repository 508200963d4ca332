import { systemCaller } from '@stepward/core';
import {
  appCode,
  createRecordingLogger,
  createTestStepward,
  type TestStepwardOptions,
} from '@stepward/testing';
import {
  createPeoplePage,
  type PeoplePageOptions,
  type PeopleSession,
} from '../src/admin/index.js';
import { LINK_KEYS } from './link-keys.js';
import { createPortalBrowser, ORIGIN } from './portal-browser.js';

export const PEOPLE_SESSION: PeopleSession = {
  tenantId: 'acme',
  sessionId: 'session-1',
  actor: { type: 'identity', id: 'root' },
  scopes: ['identities:read', 'identities:write'],
  assurance: 'aal2',
};

/** Ada with text messages, an app and recovery codes, and the page for an administrator of her tenant. */
export async function createPeopleWorld(
  changes: Partial<PeoplePageOptions> = {},
  options: TestStepwardOptions = {},
) {
  const test = await createTestStepward(options);
  const { stepward, clock } = test;
  const ada = await test.addIdentity('ada');
  await test.enrol(ada);
  const { secret } = (await stepward.totp.start(ada, 'Old phone'))._unsafeUnwrap();
  (await stepward.totp.verify(ada, appCode(secret, clock.now())))._unsafeUnwrap();
  (await stepward.recoveryCodes.generate(ada))._unsafeUnwrap();
  const logger = createRecordingLogger();
  const signedIn: { session: PeopleSession | null } = { session: PEOPLE_SESSION };
  const page = createPeoplePage({
    stepward,
    keys: LINK_KEYS,
    publicUrl: ORIGIN,
    signedIn: () => signedIn.session,
    brand: { name: 'Example' },
    clock,
    logger,
    ...changes,
  });

  const browser = createPortalBrowser(page);

  /** Opens the session of a portal link, whose pages have a form token in each case. */
  async function enter({ sessionId: _, ...owner }: PeopleSession): Promise<void> {
    await browser.submit(await page.createPortalLink(owner), {});
  }

  /** What the person has now. */
  async function record(identityId = 'ada') {
    return (await stepward.people.see(systemCaller('acme'), identityId))._unsafeUnwrap();
  }

  /** The newest entries of the audit log, without what is not of help. */
  async function audited() {
    const { items } = await stepward.audit.list('acme');
    return items
      .filter(({ type }) => type.startsWith('identity.'))
      .map(({ type, actor, target, details }) => ({ type, actor, target, details }));
  }

  return {
    ...test,
    ...browser,
    enter,
    ada,
    page,
    signedIn,
    logger,
    record,
    audited,
    /** The same page in another browser. */
    otherBrowser: () => createPortalBrowser(page),
  };
}
