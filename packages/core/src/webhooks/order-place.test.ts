import { expect, it } from 'vitest';
import { orderPlace } from './order-place.js';

const never = (): boolean => false;
const always = (): boolean => true;

it('a delivery waits where its subscriber is ordered, its event has a key, and one of that key is pending', () => {
  expect(orderPlace({ ordering: 'key' }, 'k', (key) => key === 'k')).toEqual({
    isOrdered: true,
    isWaiting: true,
  });
  expect(orderPlace({ ordering: 'key' }, 'k', never)).toEqual({
    isOrdered: true,
    isWaiting: false,
  });
});

it.each([
  [{ ordering: 'none' }, 'k'],
  [{ ordering: 'key' }, null],
] as const)('a delivery to %j of key %j is in no order', (subscriber, key) => {
  expect(orderPlace(subscriber, key, always)).toEqual({ isOrdered: false, isWaiting: false });
});
