import { systemCaller } from '@stepward/core';
import { createTestStepward } from '@stepward/testing';
import { createDeliveryWorker } from '@stepward/webhooks';
import { expect, it } from 'vitest';

const DAY_MS = 86_400_000;
const manager = systemCaller('acme');
const memberSince = new Date('2024-05-01');
const members = Array.from({ length: 40 }, (_, index) => {
  return { identityId: `person-${String(index)}`, memberSince };
});
const number = (index: number): string => `+141555500${String(index).padStart(2, '0')}`;

// The story of docs/introducing-mfa.md.
it('of 40 people, 12 without a factor, each who acts goes on signing in, and each other one is asked to enrol', async () => {
  const mails: { to: string; stage: string; deadline: Date }[] = [];
  async function mail(to: string, stage: string, deadline: Date): Promise<void> {
    mails.push({ to, stage, deadline });
  }
  const {
    stepward,
    clock,
    sms: messages,
    addIdentity,
  } = await createTestStepward({
    tenant: { mfa: { policy: 'always', allowedFactors: ['totp', 'sms'] } },
    members: async () => ({ members, next: null }),
    notices: {
      async send({ identityId, enrolment }) {
        if (enrolment !== null) await mail(identityId, enrolment.stage, enrolment.deadline);
      },
    },
  });
  const noWebhooks = { send: () => Promise.reject(new Error('there are no webhooks')) };
  const worker = createDeliveryWorker({ outbox: stepward.outbox, sender: noWebhooks, clock });
  /** What a worker that runs on does by itself; returns what was mailed. */
  async function runWorker() {
    await stepward.purge();
    await worker.runOnce();
    return mails.splice(0).toSorted((one, other) => one.to.localeCompare(other.to));
  }
  await stepward.organisations.put('acme', 'org_main');
  const people = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const phone = { number: number(index) as never, verified: true };
      const otherFactors = index < 28 ? (['totp'] as const) : [];
      return addIdentity(`person-${String(index)}`, { phone, otherFactors });
    }),
  );
  const without = people.slice(28);
  const goTo = (date: string): void => clock.advance(Date.parse(date) - clock.now().getTime());

  async function signIn(identityId: string) {
    const decided = await stepward.signIns.decide({
      tenantId: 'acme',
      identityId,
      organisationId: 'org_main',
      proven: [],
      memberSince: new Date('2024-05-01'),
    });
    if (decided.isErr()) throw new Error(decided.error.code);
    return decided.value;
  }
  const signInAll = () => Promise.all(people.map(({ identityId }) => signIn(identityId)));

  // 1 January: the preview says whom the change concerns.
  const change = {
    mfaEnforcement: 'required',
    unenrolledUserAction: 'force_enrollment',
    gracePeriodMs: 7 * DAY_MS,
    effective_from: '2026-02-01T00:00:00Z',
  };
  const preview = await stepward.policies.preview(manager, 'org_main', change);
  expect(preview._unsafeUnwrap().impact).toEqual({
    ...{ members: 40, askedEachTime: 28, mustEnrol: 12, blocked: 0, sessionsShortened: null },
    sample: { mustEnrol: without.map(({ identityId }) => identityId), blocked: [] },
    complete: true,
  });

  // The change is announced.
  const planned = await stepward.policies.update(manager, 'org_main', change);
  if (planned.isErr()) throw new Error(planned.error.code);
  expect(planned.value).toMatchObject({ mfaEnforcement: 'optional' });

  // A millisecond before the date no person is asked for more than today.
  goTo('2026-01-31T23:59:59.999Z');
  const before = await signInAll();
  expect(before.filter(({ type }) => type === 'challenge')).toHaveLength(28);
  const offer = { type: 'enrol', skippable: true, until: null };
  expect(before.slice(28)).toEqual(without.map(() => offer));
  expect(await runWorker()).toEqual([]);

  // On the date each of the twelve learns the deadline, at the first sign-in.
  goTo('2026-02-01T00:00:00Z');
  const until = new Date('2026-02-08T00:00:00Z');
  const onTheDate = await signInAll();
  expect(onTheDate.slice(0, 28)).toEqual(before.slice(0, 28));
  expect(onTheDate.slice(28)).toEqual(without.map(() => ({ ...offer, until })));

  // Each of them is reminded: 7 days are left.
  const mailTo = (people: typeof without, stage: string) =>
    people.map(({ identityId: to }) => ({ to, stage, deadline: until }));
  expect(await runWorker()).toEqual(mailTo(without, 'seven_days'));

  // Seven of them act within the week.
  goTo('2026-02-05T09:00:00Z');
  for (const [index, person] of without.slice(0, 7).entries()) {
    (await stepward.enrolments.start(person))._unsafeUnwrap();
    const code = messages.lastCode(number(28 + index));
    (await stepward.enrolments.verify(person, code))._unsafeUnwrap();
  }

  // No sign-in of the week has moved the deadline of the others.
  const inTheWeek = await signInAll();
  expect(inTheWeek.slice(28, 35)).toEqual(
    without.slice(0, 7).map(() => ({ type: 'challenge', factor: 'sms' })),
  );
  expect(inTheWeek.slice(35)).toEqual(without.slice(7).map(() => ({ ...offer, until })));
  const late = without.at(-1)!.identityId;
  const context = { organisationId: 'org_main' };
  const seen = await stepward.people.see(manager, late, context);
  expect(seen._unsafeUnwrap().deadline).toEqual(until);

  // A day before the deadline only those who have not acted are reminded, and once more at the deadline.
  goTo('2026-02-07T00:00:00Z');
  expect(await runWorker()).toEqual(mailTo(without.slice(7), 'one_day'));
  expect(await runWorker()).toEqual([]);
  goTo('2026-02-08T00:00:00Z');
  expect(await runWorker()).toEqual(mailTo(without.slice(7), 'due'));

  // At the deadline 35 people prove their factor, and five enrol one before they go on.
  const atTheDeadline = await signInAll();
  expect(atTheDeadline.filter(({ type }) => type === 'challenge')).toHaveLength(35);
  const demand = { type: 'enrol', skippable: false, until: null };
  expect(atTheDeadline.slice(35)).toEqual(without.slice(7).map(() => demand));
});
