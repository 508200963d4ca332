import { describe, expect, it } from 'vitest';
import { OTHER_PHONE, PHONE } from '../../test/fixtures.js';
import { caller, createServiceHost, wrongCode } from '../../test/service-host.js';
import { systemCaller } from '../access/caller.js';
import { minutes } from '../shared/duration.js';

async function startedHost() {
  const host = await createServiceHost();
  const started = await host.phones.start(caller(), OTHER_PHONE);
  expect(started._unsafeUnwrap()).toEqual({
    status: 'pending',
    phoneNumberMasked: '+44******0123',
  });
  return { host, right: host.codes[0] };
}

describe('a new phone number', () => {
  it('replaces the old one once its code comes back, and not before', async () => {
    const { host, right } = await startedHost();
    expect((await host.identities.find('acme', 'ada'))?.phone?.number).toBe(PHONE);

    const verified = await host.phones.verify(caller(), OTHER_PHONE, right);

    expect(verified._unsafeUnwrap()).toEqual({
      status: 'verified',
      phoneNumberMasked: '+44******0123',
    });
    const ada = await host.identities.find('acme', 'ada');
    expect(ada?.phone).toEqual({ number: OTHER_PHONE, verified: true });
    expect(host.sms.verified).toEqual([OTHER_PHONE]);
  });

  it('ends all trusted devices, unless it is the number already', async () => {
    const host = await createServiceHost();
    const mfa = { trustedDeviceDays: 30 };
    (await host.tenants.configure(systemCaller('acme'), { mfa }))._unsafeUnwrap();
    await host.change('ada', { otherFactors: ['totp'] });
    const ada = { tenantId: 'acme', identityId: 'ada' };
    (await host.trustedDevices.trust({ ...ada, proven: ['totp'] }))._unsafeUnwrap();
    const kept: number[] = [];
    for (const number of [PHONE, OTHER_PHONE]) {
      (await host.phones.start(caller('ada', 'aal2'), number))._unsafeUnwrap();
      const code = host.codes.at(-1);
      (await host.phones.verify(caller('ada', 'aal2'), number, code))._unsafeUnwrap();
      kept.push((await host.trustedDevices.list(caller()))._unsafeUnwrap().length);
      host.clock.advance(minutes(2));
    }
    expect(kept).toEqual([1, 0]);
  });

  it('is not set by a wrong code, which spends an attempt', async () => {
    const { host, right } = await startedHost();
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await host.phones.verify(caller(), OTHER_PHONE, wrongCode(right));
      expect(wrong.isErr()).toBe(true);
    }
    const answered = await host.phones.verify(caller(), OTHER_PHONE, right);
    expect(answered._unsafeUnwrapErr().code).toBe('attempts_exhausted');
    expect((await host.identities.find('acme', 'ada'))?.phone?.number).toBe(PHONE);
  });

  it('is proven by the code that went to it alone', async () => {
    const { host, right } = await startedHost();
    const answered = await host.phones.verify(caller(), PHONE, right);
    expect(answered._unsafeUnwrapErr().code).toBe('nothing_pending');
  });

  it.each(['4471', '+44 7700 900123', 447700900123, null])('may not be %j', async (number) => {
    const { host, right } = await startedHost();
    const answers = [
      await host.phones.start(caller(), number),
      await host.phones.verify(caller(), number, right),
    ];
    expect(answers.map((answer) => answer._unsafeUnwrapErr().code)).toEqual([
      'phone_invalid',
      'phone_invalid',
    ]);
  });

  it('may not be one that the numbering plan finds impossible, and a verified one is used all the same', async () => {
    const phoneCountry = (): string => 'impossible';
    const host = await createServiceHost({ phoneCountry });
    const claimed = await host.phones.start(caller(), OTHER_PHONE);
    expect(claimed._unsafeUnwrapErr()).toEqual({ code: 'phone_invalid' });
    expect(host.codes).toEqual([]);
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  });

  it('that a stranger has claimed cools down for other strangers, and not for its owner', async () => {
    const { host } = await startedHost();
    await host.change('eve', { phone: null });
    await host.change('owner', { phone: { number: OTHER_PHONE, verified: true } });
    const claimed = await host.phones.start(caller('eve'), OTHER_PHONE);
    const retryAfterMs = minutes(1);
    expect(claimed._unsafeUnwrapErr()).toEqual({ code: 'send_cooling_down', retryAfterMs });
    expect((await host.enrolments.start(caller('owner'))).isOk()).toBe(true);
    host.clock.advance(minutes(1));
    expect((await host.phones.start(caller('eve'), OTHER_PHONE)).isOk()).toBe(true);
  });

  it('ends an enrolment that is pending on the old number', async () => {
    const { host, right } = await startedHost();
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();

    (await host.phones.verify(caller(), OTHER_PHONE, right))._unsafeUnwrap();

    const late = await host.enrolments.verify(caller(), host.codes[1]);
    expect(late._unsafeUnwrapErr().code).toBe('phone_changed');
  });

  it('proven by the person leaves an enrolment pending where it is the number already', async () => {
    const host = await createServiceHost();
    (await host.phones.start(caller(), PHONE))._unsafeUnwrap();
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();

    (await host.phones.verify(caller(), PHONE, host.codes[0]))._unsafeUnwrap();

    expect((await host.enrolments.verify(caller(), host.codes[1])).isOk()).toBe(true);
  });

  it('draws on the budgets that enrolment draws on', async () => {
    const { host } = await startedHost();
    const enrolment = await host.enrolments.start(caller());
    expect(enrolment._unsafeUnwrapErr().code).toBe('send_cooling_down');
  });
});

it('a number that several people claim has one budget', async () => {
  const { host } = await startedHost();
  await host.change('bob', {});
  const claimed = await host.phones.start(caller('bob'), OTHER_PHONE);
  expect(claimed._unsafeUnwrapErr().code).toBe('send_cooling_down');
});

describe('a code', () => {
  it('for a phone does not enrol, and one for an enrolment proves no phone', async () => {
    const host = await createServiceHost();
    (await host.phones.start(caller(), PHONE))._unsafeUnwrap();
    host.clock.advance(minutes(1));
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    const [forPhone, forEnrolment] = host.codes;

    const answers = [
      await host.enrolments.verify(caller(), forPhone),
      await host.phones.verify(caller(), PHONE, forEnrolment),
    ];

    expect(answers.map((answer) => answer._unsafeUnwrapErr().code)).toEqual([
      'code_mismatch',
      'code_mismatch',
    ]);
  });
});

describe('while SMS is enrolled', () => {
  async function enrolledHost() {
    const host = await createServiceHost();
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.enrolments.verify(caller(), host.codes[0]))._unsafeUnwrap();
    host.clock.advance(minutes(1));
    return host;
  }

  it('the phone cannot be removed', async () => {
    const host = await enrolledHost();
    const removed = await host.phones.remove(caller());
    expect(removed._unsafeUnwrapErr().code).toBe('phone_in_use');
  });

  it('a new number needs aal2, for asking as for answering, whatever the number', async () => {
    const host = await enrolledHost();
    const low = caller('ada', 'aal1');
    const asked = await host.phones.start(low, OTHER_PHONE);
    (await host.phones.start(caller('ada', 'aal2'), OTHER_PHONE))._unsafeUnwrap();
    const answered = await host.phones.verify(low, OTHER_PHONE, host.codes[1]);
    const malformed = await host.phones.verify(low, 'malformed', host.codes[1]);

    expect([asked, answered, malformed].map((refused) => refused._unsafeUnwrapErr().code)).toEqual(
      Array(3).fill('assurance_insufficient'),
    );
    const proven = await host.phones.verify(caller('ada', 'aal2'), OTHER_PHONE, host.codes[1]);
    expect(proven.isOk()).toBe(true);
  });
});

describe('a phone', () => {
  it('that is removed and proven again revives no code that went to it before', async () => {
    const host = await createServiceHost();
    (await host.enrolments.start(caller()))._unsafeUnwrap();
    (await host.phones.remove(caller()))._unsafeUnwrap();
    host.clock.advance(minutes(1));
    (await host.phones.start(caller(), PHONE))._unsafeUnwrap();
    (await host.phones.verify(caller(), PHONE, host.codes[1]))._unsafeUnwrap();

    const late = await host.enrolments.verify(caller(), host.codes[0]);

    expect(late._unsafeUnwrapErr().code).toBe('phone_changed');
  });

  it('is removed once', async () => {
    const host = await createServiceHost();
    const removed = await host.phones.remove(caller());
    expect(removed._unsafeUnwrap()).toEqual({ phoneNumberMasked: null, verified: false });
    expect((await host.identities.find('acme', 'ada'))?.phone).toBeNull();
    const again = await host.phones.remove(caller());
    expect(again._unsafeUnwrapErr().code).toBe('phone_not_found');
  });

  it.each([true, false])('that is removed is an event, verified or not: %s', async (verified) => {
    const host = await createServiceHost();
    await host.change('ada', { phone: { number: PHONE, verified } });
    const before = (await host.events.list('acme')).items.length;
    (await host.phones.remove(caller()))._unsafeUnwrap();
    const { items } = await host.events.list('acme');
    const types = items.slice(0, items.length - before).map(({ type }) => type);
    expect(types).toContain('user.updated');
  });
});

describe('every operation refuses', () => {
  it.each([
    ['an identity that the directory does not know', 'nobody', 'identity_unknown'],
    ['a suspended identity', 'sue', 'identity_suspended'],
  ])('%s', async (_, identityId, code) => {
    const host = await createServiceHost();
    await host.change('sue', { state: 'suspended' });
    const who = caller(identityId);

    const answers = [
      await host.phones.start(who, OTHER_PHONE),
      await host.phones.start(who, 'malformed'),
      await host.phones.verify(who, OTHER_PHONE, '000000'),
      await host.phones.verify(who, 'malformed', 'malformed'),
      await host.phones.remove(who),
    ];

    expect(answers.map((answer) => answer._unsafeUnwrapErr().code)).toEqual(Array(5).fill(code));
  });
});
