import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses of one family. */
export type Cidr = readonly [first: IpAddress, bits: number];

/**
 * Parses an address. Null for anything else, for IPv4 in octal or with omitted parts, and for a zone
 * (`fe80::1%eth0`).
 */
export function parseAddress(text: string): IpAddress | null {
  switch (isIP(text)) {
    case 4:
      return ipaddr.IPv4.parse(text);
    case 6:
      return text.includes('%') ? null : ipaddr.IPv6.parse(withoutDots(text));
    default:
      return null;
  }
}

/** An IPv4-mapped address (`::ffff:a.b.c.d`) as the IPv4 address that the kernel dials for it. */
export function unmapped(address: IpAddress): IpAddress {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress();
  return isMapped ? address.toIPv4Address() : address;
}

/** The canonical spelling of the address that is dialled; null if `parseAddress` returns null. */
export function canonicalAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? null : unmapped(address).toString();
}

/**
 * Reads `10.0.0.0/8`; `::ffff:10.0.0.0/104` is the same range. Null for anything else, and for an address with bits
 * set beyond the prefix: `10.1.2.3/8` may be meant as one address.
 */
export function parseCidr(text: string): Cidr | null {
  const [, start = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  const written = parseAddress(start);
  if (written === null) return null;
  const first = unmapped(written);
  const bits = Number(length) - (first === written ? 0 : 96);
  const width = first.toByteArray().length * 8;
  return bits >= 0 && bits <= width && bitsBeyond(first, bits) === 0n ? [first, bits] : null;
}

export function isWithin(address: IpAddress, [first, bits]: Cidr): boolean {
  return address.kind() === first.kind() && address.match(first, bits);
}

/** ipaddr.js treats `::1.2.3.4`, which name services do print, as an IPv4-mapped address, which it is not. */
function withoutDots(text: string): string {
  return new URL(`http://[${text}]`).hostname.slice(1, -1);
}

function bitsBeyond(address: IpAddress, bits: number): bigint {
  const bytes = address.toByteArray();
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return BigInt.asUintN(bytes.length * 8 - bits, value);
}
