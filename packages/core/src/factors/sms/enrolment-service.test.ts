import { describe, expect, it } from 'vitest';
import { OTHER_PHONE, PHONE } from '../../../test/fixtures.js';
import { caller, createServiceHost, wrongCode } from '../../../test/service-host.js';
import { hours, minutes } from '../../shared/duration.js';

const PENDING = { status: 'pending', phoneNumberMasked: '+14*****2671' };
const OFF = { enabled: false, methods: [], backupCodesRemaining: 0 };
const ON = { enabled: true, methods: ['sms'], backupCodesRemaining: 0 };

async function pendingHost() {
  const host = await createServiceHost();
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  return { host, right: host.codes[0] };
}

describe('an enrolment', () => {
  // spec: enrolment/states
  it('goes from none over pending to enrolled and back to none', async () => {
    const host = await createServiceHost();

    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(OFF);
    expect((await host.enrolments.start(caller()))._unsafeUnwrap()).toEqual(PENDING);
    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(OFF);
    expect((await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap()).toEqual(ON);
    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(ON);
    expect((await host.enrolments.remove(caller()))._unsafeUnwrap()).toEqual(OFF);
    expect((await host.enrolments.status(caller()))._unsafeUnwrap()).toEqual(OFF);
  });

  it('keeps the verified phone when it is removed', async () => {
    const { host, right } = await pendingHost();
    (await host.enrolments.verify(caller(), right))._unsafeUnwrap();
    (await host.enrolments.remove(caller()))._unsafeUnwrap();
    const ada = await host.identities.find('acme', 'ada');
    expect(ada?.phone).toEqual({ number: PHONE, verified: true });
  });

  // standard: nist/3.1.3.1-device
  it('sends to the verified phone, in one message that holds the code', async () => {
    const { host } = await pendingHost();
    expect(host.sms.sent).toEqual([
      {
        tenantId: 'acme',
        to: PHONE,
        body: `${host.codes[0]!} is your Acme code. It expires in 15 minutes.`,
      },
    ]);
  });

  it('answers a second start while it is pending with a new code, and the old one is dead', async () => {
    const { host, right } = await pendingHost();
    host.clock.advance(minutes(1));

    expect((await host.enrolments.start(caller()))._unsafeUnwrap()).toEqual(PENDING);

    const old = await host.enrolments.verify(caller(), right);
    expect(old._unsafeUnwrapErr().code).toBe('code_mismatch');
    expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
  });

  it('restarts the 15 minutes at a second start', async () => {
    const { host } = await pendingHost();
    host.clock.advance(minutes(14));
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    host.clock.advance(minutes(15) - 1);
    expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
  });

  // standard: nist/3.1.3.2-resend
  it('is not given more guesses by a second start', async () => {
    const { host, right } = await pendingHost();
    for (let guess = 0; guess < 4; guess += 1) {
      const wrong = await host.enrolments.verify(caller(), wrongCode(right));
      expect(wrong._unsafeUnwrapErr().code).toBe('code_mismatch');
    }
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();

    const fifth = await host.enrolments.verify(caller(), wrongCode(host.codes[1]));
    expect(fifth._unsafeUnwrapErr().code).toBe('attempts_exhausted');
    const right2 = await host.enrolments.verify(caller(), host.codes[1]);
    expect(right2._unsafeUnwrapErr().code).toBe('attempts_exhausted');
  });

  it('is void once the phone changes, and the next start sends to the new number', async () => {
    const { host, right } = await pendingHost();
    await host.change('ada', { phone: { number: OTHER_PHONE, verified: true } });

    for (let again = 0; again < 2; again += 1) {
      const answered = await host.enrolments.verify(caller(), right);
      expect(answered._unsafeUnwrapErr().code).toBe('phone_changed');
    }
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    expect(host.sms.sent.at(-1)?.to).toBe(OTHER_PHONE);
    expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
  });

  it('is not revived by a change back to the old number', async () => {
    const { host, right } = await pendingHost();
    await host.change('ada', { phone: null });
    await host.change('ada', { phone: { number: PHONE, verified: true } });
    const answered = await host.enrolments.verify(caller(), right);
    expect(answered._unsafeUnwrapErr().code).toBe('phone_changed');
  });

  it('goes on where the tenant turns SMS off: verifying and removing still work', async () => {
    const { host, right } = await pendingHost();
    await host.configure({ enabled: false });

    const again = await host.enrolments.start(caller());
    expect(again._unsafeUnwrapErr().code).toBe('sms_disabled');
    expect((await host.enrolments.verify(caller(), right)).isOk()).toBe(true);
    expect((await host.enrolments.remove(caller())).isOk()).toBe(true);
  });

  it.each([
    ['at 14:59.999 is accepted', minutes(15) - 1, 'ok'],
    ['at exactly 15:00 is expired', minutes(15), 'code_expired'],
    ['1 ms before its tombstone ends is expired', minutes(15) + hours(24) - 1, 'code_expired'],
    ['24 hours after its end has nothing to answer', minutes(15) + hours(24), 'nothing_pending'],
  ])('whose code comes %s', async (_, afterMs, expected) => {
    const { host, right } = await pendingHost();
    host.clock.advance(afterMs);
    const answered = await host.enrolments.verify(caller(), right);
    expect(
      answered.match(
        () => 'ok',
        ({ code }) => code,
      ),
    ).toBe(expected);
  });

  it('includes the factors that the host keeps, and its backup codes', async () => {
    const { host, right } = await pendingHost();
    await host.change('ada', { otherFactors: ['totp'], backupCodesRemaining: 3 });
    const rest = { enabled: true, backupCodesRemaining: 3 };

    const verified = await host.enrolments.verify(caller(), right);
    expect(verified._unsafeUnwrap()).toEqual({ ...rest, methods: ['totp', 'sms'] });
    const removed = await host.enrolments.remove(caller());
    expect(removed._unsafeUnwrap()).toEqual({ ...rest, methods: ['totp'] });
  });
});

describe('every operation refuses', () => {
  it.each([
    ['an identity that the directory does not know', 'nobody', 'identity_unknown'],
    ['a suspended identity', 'sue', 'identity_suspended'],
  ])('%s', async (_, identityId, code) => {
    const { host, right } = await pendingHost();
    await host.change('sue', { state: 'suspended' });
    const who = caller(identityId);

    const answers = [
      await host.enrolments.start(who),
      await host.enrolments.verify(who, right),
      await host.enrolments.verify(who, 'malformed'),
      await host.enrolments.remove(who),
      await host.enrolments.status(who),
    ];

    expect(answers.map((answer) => answer._unsafeUnwrapErr().code)).toEqual(Array(5).fill(code));
  });
});

it("another person's code answers nothing", async () => {
  const { host, right } = await pendingHost();
  await host.change('bob', { phone: { number: OTHER_PHONE, verified: true } });
  (await host.enrolments.start(caller('bob')))._unsafeUnwrap();

  const answered = await host.enrolments.verify(caller('bob'), right);
  expect(answered._unsafeUnwrapErr().code).toBe('code_mismatch');
});
