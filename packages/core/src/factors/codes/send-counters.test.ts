import { expect, it } from 'vitest';
import { NOW, ago } from '../../../test/fixtures.js';
import { minutes } from '../../shared/duration.js';
import { countSent, countUnsent, countVerified, withoutCounted } from './send-counters.js';

const KEY = { name: 'country:GB', part: 'x', bucket: NOW };

it.each([
  ['name', { ...KEY, name: 'country:DE' }],
  ['part', { ...KEY, part: 'y' }],
  ['bucket', { ...KEY, bucket: ago(minutes(1)) }],
])(
  'a message that was not sent is taken from its own counter, not from one of another %s',
  (_, other) => {
    expect(withoutCounted([other, KEY], [{ ...KEY, bucket: new Date(NOW) }])).toEqual([other]);
    expect(withoutCounted([other], [KEY])).toEqual([other]);
  },
);

it.each([
  ['sent', countSent, { sent: 1, verified: 0 }],
  ['not sent after all', countUnsent, { sent: -1, verified: 0 }],
  ['proven', countVerified, { sent: 0, verified: 1 }],
])('a message that is %s changes each of its counters by one', (_, count, change) => {
  const other = { ...KEY, part: 'y' };
  expect(count([KEY, other])).toEqual([
    { ...KEY, ...change },
    { ...other, ...change },
  ]);
});
