import type { AddressInfo } from 'node:net';

/** Where a server that listens is reached; an IPv6 address goes into brackets (RFC 3986 section 3.2.2). */
export function baseUrlOf({ address, family, port }: AddressInfo): string {
  const host = family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${String(port)}`;
}
