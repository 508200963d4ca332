import { describe, expect, it } from 'vitest';
import { KEYS, NOW, key } from '../../../../test/fixtures.js';
import type { PhoneNumber } from '../../../records/phone-number.js';
import { createKeyRing } from '../../../shared/keys/key-ring.js';
import {
  counterQueries,
  countedKeys,
  enrolledCounters,
  watchedCounters,
  type SendTraits,
} from './counter-names.js';

const GB: SendTraits = {
  phone: '+447400123456' as PhoneNumber,
  country: 'GB',
  numberType: 'mobile',
  clientAddress: '192.0.2.1',
};
const watched = (changes: Partial<SendTraits> = {}, tenantId = 'acme', keys = KEYS) =>
  watchedCounters(keys, tenantId, { ...GB, ...changes });
const nameOf = (rule: string, ...values: Parameters<typeof watched>) =>
  watched(...values).find((one) => one.rule === rule)?.name;

describe('the counters of a send', () => {
  it('are those of its country, prefix, address and type, and name no number and no address', () => {
    const counters = watched();
    const hashed = (rule: string) => ({
      name: expect.stringMatching(new RegExp(`^${rule}:[\\w-]{43}$`)),
      minutesName: expect.stringMatching(new RegExp(`^${rule}_minutes:[\\w-]{43}$`)),
      dailyName: null,
      returnedName: null,
    });
    const plain = (rule: string, value: string) => ({
      name: `${rule}:${value}`,
      minutesName: `${rule}_minutes:${value}`,
      dailyName: `${rule}_days:${value}`,
      returnedName: `${rule}_returned:${value}`,
    });
    expect(counters).toEqual([
      { rule: 'country', part: '', ...plain('country', 'GB') },
      { rule: 'prefix', part: '', ...hashed('prefix') },
      { rule: 'address', part: 'GB', ...hashed('address') },
      { rule: 'network', part: '', ...plain('network', 'GB:mobile') },
    ]);
    expect(JSON.stringify(counters)).not.toMatch(/7400|192\.0/);
  });

  it('lack the address and the type where they are not known', () => {
    const rules = (changes: Partial<SendTraits>) => watched(changes).map(({ rule }) => rule);
    expect(rules({ clientAddress: null, numberType: null })).toEqual(['country', 'prefix']);
  });

  it('count all that is no address together, so that nothing is sent uncounted', () => {
    const of = (clientAddress: string) => nameOf('address', { clientAddress });
    expect(of('localhost')).toBe(of('192.0.2.1:port'));
    // A client that has disconnected has none.
    expect(of('localhost')).toBe(of(''));
    expect(of('localhost')).not.toBe(of('192.0.2.1'));
  });

  it('share a prefix where numbers differ in their last four digits alone', () => {
    const of = (phone: string) => nameOf('prefix', { phone: phone as PhoneNumber });
    expect(of('+447400129999')).toBe(of('+447400123456'));
    expect(of('+447400133456')).not.toBe(of('+447400123456'));
  });

  it('share an address within a /64, and across spellings', () => {
    const of = (clientAddress: string) => nameOf('address', { clientAddress });
    expect(of('2001:db8::1')).toBe(of('2001:DB8:0:0:ffff::2'));
    expect(of('2001:db8:0:1::1')).not.toBe(of('2001:db8::1'));
    expect(of('::ffff:192.0.2.1')).toBe(of('192.0.2.1'));
    expect(of('192.0.2.1:4711')).toBe(of('192.0.2.1'));
  });

  it("are the tenant's own, and those of the active key", () => {
    const keys = createKeyRing({ active: key('k2', 8) });
    const names = [
      nameOf('prefix'),
      nameOf('prefix', {}, 'globex'),
      nameOf('prefix', {}, 'acme', keys),
    ];
    expect(new Set(names).size).toBe(3);
  });

  it.each([
    ['+14155552671', 'country:+1'],
    ['+79161234567', 'country:+7'],
    ['+201001234567', 'country:+20'],
    ['+447400123456', 'country:+44'],
    ['+4915112345678', 'country:+49'],
    ['+35312345678', 'country:+353'],
    ['+42012345678', 'country:+420'],
    ['+8801712345678', 'country:+880'],
    ['+9611234567', 'country:+961'],
    ['+98912345678', 'country:+98'],
    ['+9931234567', 'country:+993'],
    ['+881612345678', 'country:+881'],
  ])('of %s count by its calling code where no country is known', (phone, name) => {
    expect(nameOf('country', { phone: phone as PhoneNumber, country: null })).toBe(name);
  });

  it('are read for a day, a country by its days for two weeks, and raised in the hour of the send', () => {
    const [country] = watched();
    const day = new Date('2025-12-31T12:00:00.000Z');
    expect(counterQueries([country!], NOW)).toEqual([
      { name: 'country:GB', since: day },
      { name: 'country_minutes:GB', since: new Date('2026-01-01T11:56:00.000Z') },
      { name: 'country_days:GB', since: new Date('2025-12-18T12:00:00.000Z') },
      { name: 'country_returned:GB', since: day },
    ]);
    expect(countedKeys([country!], new Date('2026-01-01T12:34:56.789Z'))).toEqual([
      { name: 'country:GB', part: '', bucket: NOW },
      { name: 'country_minutes:GB', part: '', bucket: new Date('2026-01-01T12:34:00.000Z') },
      { name: 'country_days:GB', part: '', bucket: new Date('2026-01-01T00:00:00.000Z') },
    ]);
  });

  it('of a code to an enrolled number are those of the address alone, and not those of claims', () => {
    const [address, ...others] = enrolledCounters(KEYS, 'acme', GB);
    expect(others).toEqual([]);
    expect(address).toMatchObject({ rule: 'address', part: 'GB' });
    expect(address?.name).not.toBe(nameOf('address'));
    expect(enrolledCounters(KEYS, 'acme', { ...GB, clientAddress: null })).toEqual([]);
  });

  it('of a prefix and of an address with the same text are two', () => {
    const hashOf = (name: string | undefined) => name?.split(':')[1];
    const keyed = watched({ phone: 'unknown1234' as PhoneNumber, clientAddress: 'no address' });
    const [prefix, address] = keyed.filter(({ rule }) => rule === 'prefix' || rule === 'address');
    expect(hashOf(prefix?.name)).not.toBe(hashOf(address?.name));
  });
});
