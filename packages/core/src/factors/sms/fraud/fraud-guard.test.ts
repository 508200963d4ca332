import { describe, expect, it } from 'vitest';
import { OTHER_PHONE, PHONE } from '../../../../test/fixtures.js';
import { FIRST_PAGE } from '../../../../test/management-host.js';
import { caller, createServiceHost, type ServiceHost } from '../../../../test/service-host.js';
import { parsePhoneNumber, type PhoneNumber } from '../../../records/phone-number.js';
import type { NumberType } from '../../../ports/numbering-plan.js';
import { days, minutes, seconds } from '../../../shared/duration.js';
import type { FraudGuard, GuardMode } from '../../../tenants/guard-modes.js';

const EVERYTHING = { type: null, organisationId: null, since: null, until: null };
const GUARDED = { code: 'fraud_guard', retryAfterMs: minutes(15) };
/** Until a message counts as unverified, at most. */
const COUNTS = minutes(4);

const THREE_SENT = Array<string>(3).fill('sent');

const guard = (mode: GuardMode): { readonly fraudGuard: FraudGuard } => ({
  fraudGuard: { country: mode, prefix: mode, address: mode, network: mode },
});
const numberOf = (index: number): PhoneNumber =>
  parsePhoneNumber(`+4474001${String(20_000 + index)}`)._unsafeUnwrap();

/** Starts an enrolment of a person who has a number of their own, within one prefix. */
async function start(host: ServiceHost, index: number, clientAddress: string | null = null) {
  const identityId = `person-${String(index)}`;
  await host.change(identityId, { phone: { number: numberOf(index), verified: true } });
  return host.enrolments.start({ ...caller(identityId), clientAddress });
}

async function enrol(host: ServiceHost): Promise<void> {
  expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  expect((await host.enrolments.verify(caller(), host.codes.at(-1))).isOk()).toBe(true);
}

/** Starts enrolments of other people, each once the message before it counts. */
async function startMany(host: ServiceHost, from: number, to: number): Promise<readonly string[]> {
  const told: string[] = [];
  for (let index = from; index < to; index += 1) {
    told.push(
      (await start(host, index)).match(
        () => 'sent',
        ({ code }) => code,
      ),
    );
    host.clock.advance(COUNTS);
  }
  return told;
}

async function blocksTold({ authenticationLog, events }: ServiceHost) {
  const log = await authenticationLog.list('acme', { type: 'sms.blocked' }, FIRST_PAGE);
  const { items } = await events.list('acme', EVERYTHING, FIRST_PAGE);
  const told = items.filter(({ type }) => type === 'mfa.sms_blocked');
  return { log: log.items, events: told.map(({ data }) => JSON.parse(data) as object) };
}

describe('the fraud guard', () => {
  it('lets all through by default, and records a block once', async () => {
    const host = await createServiceHost();
    expect(new Set(await startMany(host, 0, 7))).toEqual(new Set(['sent']));
    const { log, events } = await blocksTold(host);
    const actor = { type: 'identity', id: 'person-3' };
    expect(log).toMatchObject([{ reason: 'prefix', identityId: 'person-3', factor: 'sms', actor }]);
    expect(events).toContainEqual({
      identity_id: 'person-3',
      rule: 'prefix',
      mode: 'monitor',
      blocked_at: '2026-01-01T12:12:00.000Z',
      blocked_until: '2026-01-01T12:27:00.000Z',
    });
    expect(JSON.stringify([log, events])).not.toContain('7400');
  });

  // standard: asvs/2.4.1
  it('where it enforces, refuses before anything is stored or sent, for every purpose', async () => {
    const host = await createServiceHost({ phoneCountry: () => 'GB' });
    await host.configure(guard('enforce'));
    expect(await startMany(host, 0, 3)).toEqual(THREE_SENT);
    const begun = await start(host, 4);
    expect(begun._unsafeUnwrapErr()).toEqual(GUARDED);
    expect(host.codes).toHaveLength(3);
    const refused = await host.enrolments.verify(caller('person-4'), '000000');
    expect(refused._unsafeUnwrapErr().code).toBe('nothing_pending');
    const claimed = await host.phones.start(caller('ada'), numberOf(90));
    expect(claimed._unsafeUnwrapErr()).toEqual(GUARDED);
    expect(host.codes).toHaveLength(3);
    const { log, events } = await blocksTold(host);
    expect(log).toHaveLength(1);
    expect(events).toMatchObject([{ rule: 'prefix', mode: 'enforce', country: 'GB' }]);
  });

  it('judges a code to an enrolled number by the address alone, apart from claims and first enrolments', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    await host.change('ada', { phone: { number: numberOf(99), verified: true } });
    await enrol(host);
    const challenge = (session: number, clientAddress: string) => {
      const sessionId = `ses_${String(session)}`;
      return host.stepUp.challenge({
        tenantId: 'acme',
        identityId: 'ada',
        sessionId,
        clientAddress,
      });
    };
    for (let index = 0; index < 5; index += 1) {
      void (await start(host, index, '192.0.2.1'));
      host.clock.advance(COUNTS);
    }
    const stranger = await start(host, 6, '192.0.2.1');
    expect(stranger._unsafeUnwrapErr().code).toBe('fraud_guard');
    const claimed = await host.phones.start(caller('ada'), numberOf(99));
    expect(claimed.isOk()).toBe(true);
    host.clock.advance(COUNTS);
    for (let session = 0; session < 2; session += 1) {
      expect((await challenge(session, '192.0.2.1')).isOk()).toBe(true);
      host.clock.advance(minutes(20));
    }
    const others = await blocksTold(host);
    expect(others.log.every(({ identityId }) => identityId !== 'ada')).toBe(true);
  });

  it('refuses a challenge whose address has challenges that nobody answers', async () => {
    const host = await createServiceHost({ fraudLimits: { addressPerHour: 2 } });
    await host.configure(guard('enforce'));
    await enrol(host);
    const challenge = (session: number, clientAddress: string) => {
      const sessionId = `ses_${String(session)}`;
      return host.stepUp.challenge({
        tenantId: 'acme',
        identityId: 'ada',
        sessionId,
        clientAddress,
      });
    };
    for (let session = 0; session < 2; session += 1) {
      expect((await challenge(session, '192.0.2.1')).isOk()).toBe(true);
      host.clock.advance(COUNTS);
    }
    const refused = await challenge(2, '192.0.2.1');
    expect(refused._unsafeUnwrapErr()).toEqual(GUARDED);
    expect((await challenge(2, '192.0.2.2')).isOk()).toBe(true);
    expect((await blocksTold(host)).log).toMatchObject([
      { reason: 'address', sessionId: 'ses_2', identityId: 'ada' },
    ]);
    expect((await start(host, 1, '192.0.2.1')).isOk()).toBe(true);
  });

  it('lifts a block by itself', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    expect(await startMany(host, 0, 4)).toEqual([...THREE_SENT, 'fraud_guard']);
    host.clock.advance(minutes(15) - COUNTS - 1);
    expect((await start(host, 5)).isErr()).toBe(true);
    host.clock.advance(1);
    expect((await start(host, 5)).isOk()).toBe(true);
    host.clock.advance(COUNTS);
    const again = await start(host, 6);
    expect(again._unsafeUnwrapErr()).toEqual({ ...GUARDED, retryAfterMs: minutes(30) });
  });

  it('lets a crowd through that is about to type its codes in', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    for (let person = 0; person < 30; person += 1) {
      expect((await start(host, person, '192.0.2.1')).isOk()).toBe(true);
      const typed = person - 14;
      if (typed >= 0) {
        const verified = await host.enrolments.verify(
          caller(`person-${String(typed)}`),
          host.codes[typed],
        );
        expect(verified.isOk()).toBe(true);
      }
      host.clock.advance(seconds(2));
    }
    expect((await blocksTold(host)).log).toEqual([]);
  });

  it('counts what people type in, so that they are never refused for being many', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    for (let index = 0; index < 60; index += 1) {
      expect((await start(host, index, '192.0.2.1')).isOk()).toBe(true);
      const verified = await host.enrolments.verify(
        caller(`person-${String(index)}`),
        host.codes.at(-1),
      );
      expect(verified.isOk()).toBe(true);
      host.clock.advance(seconds(20));
    }
    expect((await blocksTold(host)).log).toEqual([]);
  });

  it('counts a code that is sent again and then typed in as two proven messages', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    for (let index = 0; index < 6; index += 1) {
      for (let send = 0; send < 2; send += 1) {
        expect((await start(host, index)).isOk()).toBe(true);
        host.clock.advance(minutes(1));
      }
      const verified = await host.enrolments.verify(
        caller(`person-${String(index)}`),
        host.codes.at(-1),
      );
      expect(verified.isOk()).toBe(true);
    }
  });

  it("proves nothing of a message to another number than the code's own", async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    for (let index = 0; index < 3; index += 1) {
      const identityId = `claimer-${String(index)}`;
      const own = `+4915112345${String(100 + index)}`;
      await host.change(identityId, { phone: null });
      expect((await host.phones.start(caller(identityId), numberOf(index))).isOk()).toBe(true);
      host.clock.advance(minutes(1));
      expect((await host.phones.start(caller(identityId), own)).isOk()).toBe(true);
      const verified = await host.phones.verify(caller(identityId), own, host.codes.at(-1));
      expect(verified.isOk()).toBe(true);
    }
    host.clock.advance(COUNTS);
    expect(await startMany(host, 50, 51)).toEqual(['fraud_guard']);
  });

  it('does not count messages that the provider refuses', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    host.sms.behave('refused');
    expect(new Set(await startMany(host, 0, 9))).toEqual(new Set(['sms_not_sent']));
    host.sms.behave('accepted');
    expect(await startMany(host, 20, 25)).toEqual([...THREE_SENT, 'fraud_guard', 'fraud_guard']);
  });

  it('follows the modes of countries, which another tenant has its own of', async () => {
    const phoneCountry = (phone: PhoneNumber) => (phone.startsWith('+44') ? 'GB' : 'US');
    const host = await createServiceHost({ phoneCountry });
    await host.configure({ ...guard('enforce'), countryModes: { GB: 'allow' } });
    expect(new Set(await startMany(host, 0, 8))).toEqual(new Set(['sent']));
    await host.configure({ countryModes: { GB: 'block' } });
    expect(await startMany(host, 10, 11)).toEqual(['destination_refused']);
    expect((await host.phones.start(caller('ada'), OTHER_PHONE)).isErr()).toBe(true);
    expect((await host.phones.start(caller('ada'), PHONE)).isOk()).toBe(true);
  });

  it('sends to no type of number that costs, where the types are known', async () => {
    const numberType: NumberType = (phone) => (phone === OTHER_PHONE ? 'premium_rate' : 'mobile');
    const host = await createServiceHost({ numberType });
    const claimed = await host.phones.start(caller('ada'), OTHER_PHONE);
    expect(claimed._unsafeUnwrapErr()).toEqual({ code: 'destination_refused' });
    expect((await host.enrolments.start(caller())).isOk()).toBe(true);
  });

  it('forgets counters and blocks after 15 days', async () => {
    const host = await createServiceHost();
    await host.configure(guard('enforce'));
    expect((await startMany(host, 0, 5)).at(-1)).toBe('fraud_guard');
    host.clock.advance(days(16));
    await host.purge();
    expect(await startMany(host, 10, 15)).toEqual([...THREE_SENT, 'fraud_guard', 'fraud_guard']);
    const { events } = await blocksTold(host);
    expect(events[0]).toMatchObject({ blocked_until: '2026-01-17T12:47:00.000Z' });
  });
});
