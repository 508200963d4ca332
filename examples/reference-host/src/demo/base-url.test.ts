import { expect, it } from 'vitest';
import { baseUrlOf } from './base-url.js';

it('names address and port, an IPv6 address in brackets', () => {
  expect(baseUrlOf({ address: '127.0.0.1', family: 'IPv4', port: 3000 })).toBe(
    'http://127.0.0.1:3000',
  );
  expect(baseUrlOf({ address: '::1', family: 'IPv6', port: 80 })).toBe('http://[::1]:80');
});

it('names this machine for a server that listens on all addresses, where the pages work', () => {
  expect(baseUrlOf({ address: '0.0.0.0', family: 'IPv4', port: 3000 })).toBe(
    'http://127.0.0.1:3000',
  );
  expect(baseUrlOf({ address: '::', family: 'IPv6', port: 3000 })).toBe('http://[::1]:3000');
});
