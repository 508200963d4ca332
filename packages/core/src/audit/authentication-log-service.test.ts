import { describe, expect, it } from 'vitest';
import { systemCaller } from '../access/caller.js';
import { OTHER_PHONE, PHONE, identityWith } from '../../test/fixtures.js';
import { FIRST_PAGE } from '../../test/management-host.js';
import { caller, createServiceHost, wrongCode, type ServiceHost } from '../../test/service-host.js';
import type { IdentityDirectory } from '../ports/directories.js';
import { addMs, days, minutes } from '../shared/duration.js';

const SESSION = { tenantId: 'acme', identityId: 'ada', sessionId: 'ses_1' };
const ADA = { type: 'identity', id: 'ada' };
const APPLICATION = { type: 'system', id: 'authentication_application' };

async function logOf({ authenticationLog }: ServiceHost) {
  const everything = { type: null, identityId: null, since: null, until: null };
  return (await authenticationLog.list('acme', everything, FIRST_PAGE)).items.toReversed();
}

async function eventsOf({ events }: ServiceHost) {
  const everything = { type: null, organisationId: null, since: null, until: null };
  const { items } = await events.list('acme', everything, FIRST_PAGE);
  return items.map(({ type, data }) => ({ type, data: JSON.parse(data) as object }));
}

async function enrol(host: ServiceHost): Promise<void> {
  expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  expect((await host.enrolments.verify(caller(), host.codes.at(-1))).isOk()).toBe(true);
  host.clock.advance(minutes(1));
}

describe('the authentication log (C3)', () => {
  // standard: nist/4.1-record, asvs/16.3.1
  it('has an entry for each step of an enrolment, a wrong code and a removal, and no code or number', async () => {
    const host = await createServiceHost();
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
    const code = host.codes.at(-1);
    expect((await host.enrolments.verify(caller(), wrongCode(code))).isErr()).toBe(true);
    expect((await host.enrolments.verify(caller(), code)).isOk()).toBe(true);
    expect((await host.enrolments.remove(caller())).isOk()).toBe(true);

    const log = await logOf(host);
    const at = host.clock.now();
    const whose = { at, identityId: 'ada', factor: 'sms', sessionId: null, actor: ADA };
    const entry = {
      ...{ id: expect.any(String), ...whose },
      ...{ client: null, refused: null, operation: null },
      retainUntil: addMs(at, days(90)),
    };
    expect(log).toHaveLength(4);
    expect(log).toEqual(
      expect.arrayContaining([
        { ...entry, type: 'factor.enrolment_started', reason: null },
        { ...entry, type: 'factor.refused', reason: 'code_mismatch' },
        { ...entry, type: 'factor.enrolled', reason: null },
        { ...entry, type: 'factor.removed', reason: null },
      ]),
    );
    for (const secret of [...host.codes, PHONE]) expect(JSON.stringify(log)).not.toContain(secret);
  });

  it('records a lock once, after the wrong code that caused it, whatever is tried after it', async () => {
    const host = await createServiceHost();
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
    const wrong = wrongCode(host.codes.at(-1));
    host.clock.advance(1_000);
    for (let count = 0; count < 8; count += 1) {
      expect((await host.enrolments.verify(caller(), wrong)).isErr()).toBe(true);
      host.clock.advance(1_000);
    }
    const told = (await logOf(host)).map(({ type, reason }) => [type, reason]);
    expect(told).toEqual([
      ['factor.enrolment_started', null],
      ...Array(5).fill(['factor.refused', 'code_mismatch']),
      ['factor.locked', 'attempts_exhausted'],
    ]);
    expect(await eventsOf(host)).toEqual([
      {
        type: 'mfa.locked',
        data: {
          identity_id: 'ada',
          factor: 'sms',
          reason: 'attempts_exhausted',
          locked_at: '2026-01-01T12:00:05.000Z',
        },
      },
    ]);
  });

  it('has a step-up with its session, done by the authentication application', async () => {
    const host = await createServiceHost();
    await enrol(host);
    const before = (await logOf(host)).length;
    expect((await host.stepUp.challenge(SESSION)).isOk()).toBe(true);
    host.clock.advance(1_000);
    const code = host.codes.at(-1);
    expect((await host.stepUp.verify(SESSION, wrongCode(code))).isErr()).toBe(true);
    host.clock.advance(1_000);
    expect((await host.stepUp.verify(SESSION, code)).isOk()).toBe(true);
    const whose = { factor: 'sms', sessionId: 'ses_1', actor: APPLICATION, identityId: 'ada' };
    expect((await logOf(host)).slice(before)).toMatchObject([
      { ...whose, type: 'factor.challenged' },
      { ...whose, type: 'factor.refused' },
      { ...whose, type: 'factor.verified' },
    ]);
  });

  it('has phone numbers that are proven and removed, without a factor', async () => {
    const host = await createServiceHost();
    expect((await host.phones.start(caller(), OTHER_PHONE)).isOk()).toBe(true);
    const code = host.codes.at(-1);
    expect((await host.phones.verify(caller(), OTHER_PHONE, wrongCode(code))).isErr()).toBe(true);
    host.clock.advance(1_000);
    expect((await host.phones.verify(caller(), OTHER_PHONE, code)).isOk()).toBe(true);
    host.clock.advance(1_000);
    expect((await host.phones.remove(caller())).isOk()).toBe(true);
    const log = await logOf(host);
    expect(log.map(({ type, factor }) => [type, factor])).toEqual([
      ['factor.refused', null],
      ['phone.verified', null],
      ['phone.removed', null],
    ]);
    expect(JSON.stringify(log)).not.toContain(OTHER_PHONE);
  });

  it('has nothing of what was refused before it was a guess, and nothing of a cancelled enrolment but its start', async () => {
    const host = await createServiceHost();
    expect((await host.enrolments.verify(caller(), '123456')).isErr()).toBe(true);
    expect((await host.enrolments.start(caller('nobody'))).isErr()).toBe(true);
    expect(await logOf(host)).toEqual([]);
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
    expect((await host.enrolments.start(caller())).isErr()).toBe(true);
    expect((await host.enrolments.verify(caller(), 'abc')).isErr()).toBe(true);
    expect((await host.enrolments.remove(caller())).isOk()).toBe(true);
    expect((await logOf(host)).map(({ type }) => type)).toEqual(['factor.enrolment_started']);
    expect(await eventsOf(host)).toEqual([]);
  });

  it('keeps what happened in HIPAA mode for six years', async () => {
    const host = await createServiceHost();
    const switched = await host.tenants.setHipaa(systemCaller('acme'), true, 'a test');
    expect(switched.isOk()).toBe(true);
    await enrol(host);
    for (const { retainUntil } of await logOf(host)) {
      expect(retainUntil).toEqual(new Date('2032-01-01T12:00:00.000Z'));
    }
    host.clock.advance(days(365));
    await host.purge();
    expect(await logOf(host)).toHaveLength(2);
  });

  it('is kept for 90 days otherwise', async () => {
    const host = await createServiceHost();
    await enrol(host);
    host.clock.advance(days(90) - minutes(1) - 1);
    await host.purge();
    expect(await logOf(host)).toHaveLength(2);
    host.clock.advance(1);
    await host.purge();
    expect(await logOf(host)).toEqual([]);
  });
});

function phoneChanged(verified: boolean) {
  const data = { identity_id: 'ada', verified, changed_at: expect.any(String) };
  return { type: 'mfa.phone_changed', data };
}

describe('the events beside it (C4)', () => {
  it('report a factor that is enrolled and removed', async () => {
    const host = await createServiceHost();
    await enrol(host);
    expect((await host.enrolments.remove(caller())).isOk()).toBe(true);
    const whose = { identity_id: 'ada', factor: 'sms' };
    expect(await eventsOf(host)).toEqual([
      { type: 'mfa.factor_removed', data: { ...whose, removed_at: '2026-01-01T12:01:00.000Z' } },
      { type: 'mfa.factor_enrolled', data: { ...whose, enrolled_at: '2026-01-01T12:00:00.000Z' } },
    ]);
  });

  // spec: catalogue/user.updated
  it('report a phone number that changes in the directory that Stepward keeps', async () => {
    const host = await createServiceHost();
    const updated = { type: 'user.updated', data: { id: 'ada', updated_at: expect.any(String) } };
    const prove = async (phone: string): Promise<void> => {
      host.clock.advance(minutes(1));
      expect((await host.phones.start(caller(), phone)).isOk()).toBe(true);
      expect((await host.phones.verify(caller(), phone, host.codes.at(-1))).isOk()).toBe(true);
    };
    await prove(PHONE);
    expect(await eventsOf(host)).toEqual([]);
    await prove(OTHER_PHONE);
    const proven = await eventsOf(host);
    expect(proven).toHaveLength(2);
    expect(proven).toEqual(expect.arrayContaining([updated, phoneChanged(true)]));
    host.clock.advance(minutes(1));
    expect((await host.phones.remove(caller())).isOk()).toBe(true);
    const changes = await eventsOf(host);
    expect(changes).toHaveLength(4);
    expect(changes.slice(0, 2)).toEqual(expect.arrayContaining([updated, phoneChanged(false)]));
    await host.change('ada', { locale: 'de' });
    await host.change('grace', {});
    expect(await eventsOf(host)).toHaveLength(4);
    await host.change('ada', { phone: { number: PHONE, verified: true } });
    const [last, ...others] = (await eventsOf(host)).filter(({ type }) => type === 'user.updated');
    expect([last, others.length]).toEqual([updated, 2]);
  });

  it("report a phone number that changes in the host's own directory", async () => {
    const directory: IdentityDirectory = {
      find: (identityId) => Promise.resolve(identityWith({ identityId })),
      setVerifiedPhone: () => Promise.resolve(),
    };
    const host = await createServiceHost({ directory: () => directory });
    expect((await host.phones.start(caller(), OTHER_PHONE)).isOk()).toBe(true);
    const verified = await host.phones.verify(caller(), OTHER_PHONE, host.codes.at(-1));
    expect(verified.isOk()).toBe(true);
    expect((await host.phones.remove(caller())).isOk()).toBe(true);
    const changes = await eventsOf(host);
    expect(changes).toHaveLength(2);
    expect(changes).toEqual(expect.arrayContaining([phoneChanged(true), phoneChanged(false)]));
    expect((await logOf(host)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['phone.verified', 'phone.removed']),
    );
  });
});
