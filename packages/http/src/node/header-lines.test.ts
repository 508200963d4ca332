import { describe, expect, it } from 'vitest';
import { headerLines } from './header-lines.js';

/** What Node makes of these lines: it keeps the first `authorization`, and joins what may be a list. */
const sent = ['Authorization', 'Bearer one', 'authorization', 'Bearer two', 'X-Tenant-ID', 'acme'];
const sentTwice = [
  'Cookie',
  'a=1',
  'Cookie',
  'b=2',
  'X-Tenant-ID',
  'acme',
  'X-Tenant-ID',
  'globex',
];

describe('the header lines of a request', () => {
  it('are those that were sent, if no code changed them, so that a repeated header is detected', () => {
    expect(
      headerLines({ rawHeaders: sent }, { authorization: 'Bearer one', 'x-tenant-id': 'acme' }),
    ).toEqual({ authorization: ['Bearer one', 'Bearer two'], 'x-tenant-id': ['acme'] });
    expect(
      headerLines({ rawHeaders: sentTwice }, { cookie: 'a=1; b=2', 'x-tenant-id': 'acme, globex' }),
    ).toEqual({ cookie: ['a=1', 'b=2'], 'x-tenant-id': ['acme', 'globex'] });
  });

  it('are those of a middleware where it set, replaced or removed a header', () => {
    const headers = { authorization: 'Bearer of a session', 'x-request-id': 7, other: undefined };
    expect(headerLines({ rawHeaders: sent }, headers)).toEqual({
      authorization: ['Bearer of a session'],
      'x-request-id': ['7'],
    });
    expect(headerLines({ rawHeaders: [] }, { 'x-list': ['a', 'b'] })).toEqual({
      'x-list': ['a', 'b'],
    });
  });

  it('know no header that an object has by birth', () => {
    const lines = headerLines({ rawHeaders: ['__proto__', 'x'] }, {});
    expect([lines['constructor'], lines['__proto__']]).toEqual([undefined, undefined]);
  });
});
