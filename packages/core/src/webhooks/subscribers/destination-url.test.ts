import { describe, expect, it } from 'vitest';
import type { Actor } from '../../records/actor.js';
import { destinationName, refusedDestination } from './destination-url.js';

const by = (type: Actor['type']) => ({ actor: { type, id: 'who' } });
const ORDERS = 'destination:orders';

it.each([
  [ORDERS, 'orders'],
  [`destination:${'a'.repeat(64)}`, 'a'.repeat(64)],
  ['destination:', null],
  ['destination:Orders', null],
  ['destination://orders', null],
  ['destination:orders?x', null],
  ['DESTINATION:orders', null],
  [`destination:${'a'.repeat(65)}`, null],
  ['https://example.com/destination:orders', null],
])('the destination of %s is %s', (url, name) => {
  expect(destinationName(url)).toBe(name);
});

describe('a destination', () => {
  it('is for the code of the host, whether new or changed', () => {
    expect(refusedDestination(by('system'), { url: ORDERS }, null)).toBeNull();
    expect(refusedDestination(by('system'), { url: ORDERS }, 'https://example.com/')).toBeNull();
  });

  it.each(['api_key', 'identity'] as const)('is refused to a tenant: %s', (type) => {
    for (const stored of [null, 'https://example.com/', 'destination:others']) {
      expect(refusedDestination(by(type), { url: ORDERS }, stored)).toMatchObject({
        field: 'url',
        rule: 'target',
      });
    }
  });

  it('that is stored may stay, and other URLs are no matter of this rule', () => {
    expect(refusedDestination(by('api_key'), { url: ORDERS }, ORDERS)).toBeNull();
    expect(refusedDestination(by('api_key'), { url: 'https://example.com/' }, null)).toBeNull();
    expect(refusedDestination(by('api_key'), {}, ORDERS)).toBeNull();
  });
});
