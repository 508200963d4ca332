import { createKeyRing, systemCaller, type SubscriberInput } from '@stepward/core';
import { stepwardExpress } from '@stepward/express';
import { createPeoplePage, createPolicyPage, createWebhooksPage } from '@stepward/pages/admin';
import { appCode, createTestStepward, createTestWorker } from '@stepward/testing';
import express from 'express';
import { peopleEnglish } from '../../../packages/pages/src/admin/people/people-english.js';
import { policyEnglish } from '../../../packages/pages/src/admin/policy/policy-english.js';
import { webhooksEnglish } from '../../../packages/pages/src/admin/webhooks/webhooks-english.js';
import { running } from './page-host.js';

const CALLER = systemCaller('acme');
const PERSON_ID = 'usr_0197f3a2-6d2a-7e64-8a3b-0c1d2e3f4a5b';
const NAME = 'Ada Lovelace of the northern region';

/**
 * The pages for administrators in a server on this machine, with a webhook that has failed, an own policy, and a person with
 * two factors. The locale `ar` has English texts from right to left.
 */
export async function startPortalHost() {
  const test = await createTestStepward({
    tenant: { password: { minLength: 10, requireSymbol: true, maxAgeDays: 90 } },
    webhooks: {
      keys: createKeyRing({ active: { id: 'w1', secret: new Uint8Array(32).fill(8) } }),
      targets: {
        check: async (url) => (url.startsWith('https://example.com/') ? 'allowed' : 'refused'),
      },
    },
  });
  const { stepward, clock } = test;
  const worker = createTestWorker(stepward.outbox, clock);
  await stepward.organisations.put('acme', 'org_main');
  const own = { mfaEnforcement: 'required', sessionTimeoutMinutes: 30 };
  (await stepward.policies.update(CALLER, 'org_main', own))._unsafeUnwrap();
  const subscribe = async (input: SubscriberInput): Promise<string> =>
    (await stepward.subscribers.create(CALLER, input))._unsafeUnwrap().subscriber.id;
  await subscribe({ url: 'https://example.com/audit', enabled: false });
  const webhookId = await subscribe({
    url: 'https://example.com/hooks/stepward?source=billing-of-the-northern-region',
    description: 'Billing',
    event_types: ['user.*', 'organisation.updated'],
  });
  await attemptAll(200, '{"received":true}');
  await emit('usr_7f3a');
  await attemptAll(200, '{"received":true}');
  await emit('usr_91c0');
  await attemptAll(500, '<html><body>The handler is out of order</body></html>');
  const [failed] = (await stepward.deliveries.list('acme', webhookId))._unsafeUnwrap().items;

  const person = await test.addIdentity(PERSON_ID);
  await test.enrol(person);
  const { secret } = (await stepward.totp.start(person, 'Phone of the office'))._unsafeUnwrap();
  (await stepward.totp.verify(person, appCode(secret, clock.now())))._unsafeUnwrap();
  (await stepward.recoveryCodes.generate(person))._unsafeUnwrap();

  async function emit(id: string): Promise<void> {
    const data = { id, deleted_at: clock.now().toISOString() };
    (await stepward.events.emit({ type: 'user.deleted', tenantId: 'acme', data }))._unsafeUnwrap();
  }

  /** Makes the attempts that are due, each with this answer. */
  async function attemptAll(status: number, body: string): Promise<void> {
    const attempts = await worker.due();
    clock.advance(125);
    await worker.finish(attempts, { type: 'answered', status, retryAfter: null, body });
  }

  const app = express();
  const host = await running(app);
  const state = { isSignedIn: true, isDown: false };
  const session = {
    tenantId: 'acme',
    sessionId: 'session-1',
    actor: { type: 'identity', id: 'ada' },
  } as const;
  const signedIn = <Session>(value: Session): Session | null => {
    if (state.isDown) throw new Error('the session store is down');
    return state.isSignedIn ? value : null;
  };
  const shared = {
    stepward,
    keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
    publicUrl: host.url,
    brand: { name: 'Example' },
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    clock,
  };
  const policyPage = createPolicyPage({
    ...shared,
    texts: { ar: { ...policyEnglish, direction: 'rtl' } },
    signedIn: () => signedIn({ ...session, organisationId: 'org_main' }),
  });
  const webhooksPage = createWebhooksPage({
    ...shared,
    texts: { ar: { ...webhooksEnglish, direction: 'rtl' } },
    signedIn: () => signedIn(session),
  });
  const peoplePage = createPeoplePage({
    ...shared,
    texts: { ar: { ...peopleEnglish, direction: 'rtl' } },
    signedIn: () =>
      signedIn({
        ...session,
        scopes: ['identities:read', 'identities:write'] as const,
        assurance: 'aal2' as const,
      }),
    people: {
      search: async () => [{ identityId: PERSON_ID, name: NAME }],
      find: async () => ({ name: NAME, memberSince: clock.now() }),
    },
  });
  app.use([policyPage, webhooksPage, peoplePage].map((page) => stepwardExpress(page)));
  app.get('/', (_request, response) => {
    response.send('<!doctype html><title>The application</title>');
  });

  return {
    ...test,
    url: host.url,
    state,
    policyPage,
    webhooksPage,
    peoplePage,
    webhookId,
    personPath: `/people/person/${PERSON_ID}`,
    deliveryId: failed?.id ?? '',
    personRecord: async () => (await stepward.people.see(CALLER, PERSON_ID))._unsafeUnwrap(),
    stop: () => host.stop(),
  };
}

export type PortalHost = Awaited<ReturnType<typeof startPortalHost>>;
