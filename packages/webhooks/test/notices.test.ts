import { createKeyRing, systemCaller, type Notice } from '@stepward/core';
import { createTestStepward } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createDeliveryWorker } from '../src/index.js';

const ADA = { tenantId: 'acme', identityId: 'ada' };
const ADMINISTRATOR = { type: 'identity', id: 'root' } as const;
const WEBHOOK_KEYS = createKeyRing({ active: { id: 'w1', secret: new Uint8Array(32).fill(7) } });

/** Stepward whose notices are recorded, and a worker that sends them. */
async function createWorld() {
  const notices: Notice[] = [];
  const state = { isAway: false };
  const test = await createTestStepward({
    notices: {
      async send(notice) {
        if (state.isAway) throw new Error('the mail server is away');
        notices.push(notice);
      },
    },
    webhooks: { keys: WEBHOOK_KEYS, targets: { check: async () => 'allowed' } },
  });
  const { outbox } = test.stepward;
  const sender = { send: () => Promise.reject(new Error('nothing is posted here')) };
  const worker = createDeliveryWorker({ outbox, sender, clock: test.clock });
  return { ...test, notices, state, worker };
}

// standard: nist/4.1.2.1-notice
it('a person is told once that a factor was enrolled and removed, with the id of the event', async () => {
  const { stepward, addIdentity, enrol, emitted, notices, worker } = await createWorld();
  const ada = await addIdentity('ada', { locale: 'de' });
  await enrol(ada);
  expect(notices).toEqual([]);
  await worker.runOnce();
  (await stepward.enrolments.remove({ ...ada, assurance: 'aal2' }))._unsafeUnwrap();
  await worker.runOnce();
  await worker.runOnce();
  const events = await emitted();
  expect(
    notices.map(({ noticeId, type, factor, locale }) => [noticeId, type, factor, locale]),
  ).toEqual([
    [events[0]?.id, 'factor_enrolled', 'sms', 'de'],
    [events[1]?.id, 'factor_removed', 'sms', 'de'],
  ]);
});

// standard: nist/4.2.3-notice
it('a person gets a notice of a reset, and of each pass and recovery code that is made or used, with the actor', async () => {
  const { stepward, addIdentity, enrol, notices, worker } = await createWorld();
  const ada = await addIdentity('ada');
  const session = { ...ADA, sessionId: 'session-1' };
  const support = { ...systemCaller('acme'), actor: ADMINISTRATOR };
  const REASON = { reason: 'lost her phone' };
  await enrol(ada);
  const made = await stepward.recoveryCodes.generate({ ...ada, assurance: 'aal2' });
  const [code] = made._unsafeUnwrap().codes;
  (await stepward.stepUp.verify({ ...session, factor: 'recovery_code' }, code))._unsafeUnwrap();
  (await stepward.people.reset(support, 'ada', REASON))._unsafeUnwrap();
  const { pass } = (await stepward.people.givePass(support, 'ada', REASON))._unsafeUnwrap();
  const answer = pass.reveal();
  (await stepward.stepUp.verify({ ...session, factor: 'temporary_pass' }, answer))._unsafeUnwrap();
  await worker.runOnce();
  const person = { type: 'identity', id: 'ada' };
  expect(notices.map(({ type, actor }) => [type, actor])).toEqual(
    expect.arrayContaining([
      ['recovery_codes_made', person],
      ['recovery_code_used', person],
      ['factor_reset', ADMINISTRATOR],
      ['temporary_pass_made', ADMINISTRATOR],
      ['temporary_pass_used', person],
    ]),
  );
  expect(JSON.stringify(notices)).not.toContain('lost her phone');
});

it('a notice that could not be sent is sent later, and the log of notices has both attempts', async () => {
  const { stepward, addIdentity, enrol, clock, notices, state, worker } = await createWorld();
  state.isAway = true;
  await enrol(await addIdentity('ada'));
  await worker.runOnce();
  state.isAway = false;
  clock.advance(6_000);
  await worker.runOnce();
  expect(notices.map(({ type }) => type)).toEqual(['factor_enrolled']);
  const { items } = await stepward.handlers.deliveries('acme', 'stepward.notices');
  expect(items.map(({ status, attempts }) => [status, attempts])).toEqual([['delivered', 2]]);
});

it('neither a tenant nor its subscribers see notices or their failures', async () => {
  const { stepward, addIdentity, enrol, emitted, state, worker } = await createWorld();
  const fields = { url: 'https://hooks.example.com/', event_types: ['user.deleted'] };
  const created = await stepward.subscribers.create(systemCaller('acme'), fields);
  const { id } = created._unsafeUnwrap().subscriber;
  state.isAway = true;
  await enrol(await addIdentity('ada'));
  await worker.runOnce();
  const listed = await stepward.deliveries.list('acme', id);
  expect(listed._unsafeUnwrap().items).toEqual([]);
  const { items } = await stepward.handlers.deliveries('acme', 'stepward.notices');
  const handler = items[0]?.subscriberId ?? '';
  expect(await stepward.deliveries.list('acme', handler)).toMatchObject({
    error: { code: 'subscriber_not_found' },
  });
  expect((await emitted()).map(({ type }) => type)).toEqual(['mfa.factor_enrolled']);
});
