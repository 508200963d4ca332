import { expect, it } from 'vitest';
import { baseUrlOf } from './base-url.js';

it.each([
  ['127.0.0.1', 'IPv4', '127.0.0.1', 'http://127.0.0.1:3000'],
  ['an IPv6 address, in brackets', 'IPv6', '::1', 'http://[::1]:3000'],
  [
    'this machine for all addresses, where the pages work',
    'IPv4',
    '0.0.0.0',
    'http://127.0.0.1:3000',
  ],
  ['this machine for all addresses of IPv6', 'IPv6', '::', 'http://[::1]:3000'],
])('names address and port: %s', (_, family, address, url) => {
  expect(baseUrlOf({ address, family, port: 3000 }, address)).toBe(url);
});

it('names localhost, where it was told to listen on it', () => {
  expect(baseUrlOf({ address: '127.0.0.1', family: 'IPv4', port: 3000 }, 'localhost')).toBe(
    'http://localhost:3000',
  );
});
