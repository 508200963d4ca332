import { createKeyRing, systemCaller, type Notice } from '@stepward/core';
import { createTestStepward } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createDeliveryWorker } from '../src/index.js';

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
