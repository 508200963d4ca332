import { describe, expect, it } from 'vitest';
import { canonicalAddress, parseCidr } from './ip-address.js';

describe('an address', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::FFFF:127.0.0.1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:7f00:1', '127.0.0.1'],
    ['::127.0.0.1', '::7f00:1'],
    ['64:ff9b::8.8.8.8', '64:ff9b::808:808'],
    ['2001:0DB8:0::0001', '2001:db8::1'],
  ])('has one spelling: %s is %s', (text, canonical) => {
    expect(canonicalAddress(text)).toBe(canonical);
  });

  it.each([
    ...[
      '',
      'localhost',
      '127.1',
      '0177.0.0.1',
      '0x7f.0.0.1',
      '2130706433',
      '08.8.8.8',
      '256.1.1.1',
    ],
    ...[
      'fe80::1%eth0',
      '[::1]',
      '::1::',
      ':',
      '1:2:3',
      '::1/128',
      ' 127.0.0.1',
      '127.0.0.1\n',
      '1.2.3.4.',
    ],
  ])('is not read from %j', (text) => {
    expect(canonicalAddress(text)).toBeNull();
  });
});

describe('a CIDR', () => {
  it.each([
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['127.0.0.1/32', '127.0.0.1/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::/0', '::/0'],
    ['fd00::/8', 'fd00::/8'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ])('is read: %s is %s', (text, read) => {
    expect(parseCidr(text)?.join('/')).toBe(read);
  });

  it.each([
    ...['', '10.0.0.0', '10.0.0.0/', '/8', '10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/08'],
    ...['10/8', '10.0.0.1/8', 'fd00::1/64', '::ffff:10.0.0.0/95', '10.0.0.0/8/8', '10.0.0.0/8 '],
    ...['10.0.0.0/1e1', '010.0.0.0/8', 'localhost/8'],
  ])('is not read from %j', (text) => {
    expect(parseCidr(text)).toBeNull();
  });
});
