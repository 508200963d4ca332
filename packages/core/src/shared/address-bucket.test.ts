import { describe, expect, it } from 'vitest';
import { addressBucket } from './address-bucket.js';

/** A bucket, and spellings that all lead to it. */
const BUCKETS: readonly (readonly [bucket: string, spellings: readonly string[]])[] = [
  [
    '192.0.2.1',
    [
      '192.0.2.1',
      '192.0.2.1:4711',
      '[::ffff:192.0.2.1]:4711',
      '::ffff:192.0.2.1',
      '::FFFF:192.0.2.1',
      '::ffff:c000:201',
      '0:0:0:0:0:ffff:192.0.2.1',
      '0000:0000:0000:0000:0000:ffff:c000:0201',
    ],
  ],
  ['255.255.255.255', ['255.255.255.255', '::ffff:ffff:ffff']],
  ['0.0.0.0', ['0.0.0.0', '::ffff:0:0']],
  [
    '2001:db8:0:1::/64',
    [
      '2001:db8:0:1::',
      '2001:db8:0:1::1',
      '2001:DB8:0:1::1',
      '2001:0db8:0000:0001:0000:0000:0000:0001',
      '2001:db8::1:0:0:0:1',
      '2001:db8:0:1:ffff:ffff:ffff:ffff',
      '2001:db8:0:1::192.0.2.1',
      '[2001:db8:0:1::1]',
      '[2001:db8:0:1::1]:4711',
    ],
  ],
  ['2001:db8:0:2::/64', ['2001:db8:0:2::1']],
  ['0:0:0:0::/64', ['::', '::1', '0:0:0:0:0:0:0:1', '::fffe:c000:201']],
  ['fe80:0:0:0::/64', ['fe80::1', 'FE80::1%eth0', 'fe80::2%lo']],
  ['0:0:1:0::/64', ['0:0:1::', '::1:0:0:0:0:0']],
  [
    'unknown',
    [
      '',
      ' ',
      'unknown',
      'localhost',
      '192.0.2',
      '192.0.2.256',
      '192.0.2.01',
      '192.0.2.1 ',
      '192.0.2.1\n',
      '0x7f.0.0.1',
      '2130706433',
      '192.0.2.1:',
      '192.0.2.1:471100',
      '192.0.2.1:4711:4711',
      '[2001:db8::1',
      '[2001:db8::1]4711',
      '[2001:db8::1]:port',
      '[]:4711',
      '2001:db8::1::1',
      '2001:db8:0:0:0:0:0:0:1',
      '2001:db8:0:0:0:0:1',
      '2001:db8::12345',
      '::ffff:192.0.2.256',
      '::1]/x[',
      '::1@evil.example',
      ':',
      '.',
      '%',
    ],
  ],
];

const SPELLINGS = BUCKETS.flatMap(([bucket, spellings]) =>
  spellings.map((spelling) => [spelling, bucket] as const),
);

describe('the bucket of an address', () => {
  it.each(SPELLINGS)('of %j is %s', (spelling, bucket) => {
    expect(addressBucket(spelling)).toBe(bucket);
  });
});
