import { describe, expect, it } from 'vitest';
import { KEYS, NOW, key } from '../../../test/fixtures.js';
import type { PhoneNumber } from '../../phones/phone-number.js';
import { createKeyRing } from '../../shared/key-ring.js';
import { counterQueries, countedKeys, watchedCounters, type SendTraits } from './counter-names.js';

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
    expect(counters).toEqual([
      { rule: 'country', name: 'country:GB', part: '', dailyName: 'country_days:GB' },
      {
        rule: 'prefix',
        name: expect.stringMatching(/^prefix:[\w-]{43}$/),
        part: '',
        dailyName: null,
      },
      {
        rule: 'address',
        name: expect.stringMatching(/^address:[\w-]{43}$/),
        part: 'GB',
        dailyName: null,
      },
      {
        rule: 'network',
        name: 'network:GB:mobile',
        part: '',
        dailyName: 'network_days:GB:mobile',
      },
    ]);
    expect(JSON.stringify(counters)).not.toMatch(/7400|192\.0/);
  });

  it('lack the address and the type where they are not known', () => {
    const rules = (changes: Partial<SendTraits>) => watched(changes).map(({ rule }) => rule);
    expect(rules({ clientAddress: null, numberType: null })).toEqual(['country', 'prefix']);
    expect(rules({ clientAddress: '', numberType: null })).toEqual(['country', 'prefix']);
  });

  it('count all that is no address together, so that nothing is sent uncounted', () => {
    const of = (clientAddress: string) => nameOf('address', { clientAddress });
    expect(of('localhost')).toBe(of('192.0.2.1:port'));
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
      { name: 'country_days:GB', since: new Date('2025-12-18T12:00:00.000Z') },
    ]);
    expect(countedKeys([country!], new Date('2026-01-01T12:34:56.789Z'))).toEqual([
      { name: 'country:GB', part: '', bucket: NOW },
      { name: 'country_days:GB', part: '', bucket: new Date('2026-01-01T00:00:00.000Z') },
    ]);
  });
});
