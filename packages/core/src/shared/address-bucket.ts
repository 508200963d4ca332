import { parseUrl } from './parse-url.js';

/** Clients with an invalid address share one bucket: a bad address must not bypass the limit. */
export const UNKNOWN_ADDRESS = 'unknown';

const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);

/** An address with the port of the client behind it, as some proxies write it; the brackets are those of IPv6. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([0-9.]+))(?::[0-9]{1,5})?$/;

/** The characters of an IPv6 address. */
const IPV6_CHARACTERS = /^[0-9a-f:.]+$/i;

/**
 * The bucket of an address, the same for all its spellings. An IPv4 address counts by itself, also where
 * it is written as IPv6 (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2). An IPv6 address counts by its
 * first 64 bits, which is what one subscriber gets (docs/decisions.md, "Rate-limit headers"). A zone and a port are dropped.
 */
export function addressBucket(spelled: string): string {
  const address = parseAddress(spelled);
  if (address === null) return UNKNOWN_ADDRESS;
  return 'ipv4' in address ? address.ipv4 : `${address.groups.slice(0, 4).join(':')}::/64`;
}

/** The network of an address: the `/24` of IPv4, the `/48` of IPv6; null for what is no address. */
export function addressNetwork(spelled: string): string | null {
  const address = parseAddress(spelled);
  if (address === null) return null;
  if ('groups' in address) return `${address.groups.slice(0, 3).join(':')}::/48`;
  return address.ipv4.replace(/[0-9]+$/, '0/24');
}

/** An address without zone and port, with all eight groups of IPv6; null for what is no address. */
export function plainAddress(spelled: string): string | null {
  const address = parseAddress(spelled);
  if (address === null) return null;
  return 'ipv4' in address ? address.ipv4 : address.groups.join(':');
}

type Address = { readonly ipv4: string } | { readonly groups: readonly string[] };

function parseAddress(spelled: string): Address | null {
  const [, inBrackets, plain] = WITH_PORT.exec(spelled) ?? [];
  const address = inBrackets ?? plain ?? spelled;
  if (IPV4.test(address)) return { ipv4: address };
  const groups = ipv6Groups(address.replace(/%.*$/s, ''));
  if (groups === null) return null;
  const ipv4 = mappedIpv4(groups);
  return ipv4 === null ? { groups } : { ipv4 };
}

/** Returns the eight groups of an IPv6 address in hexadecimal without leading zeros; null for anything else. */
function ipv6Groups(text: string): readonly string[] | null {
  if (!IPV6_CHARACTERS.test(text)) return null;
  const url = parseUrl(`http://[${text}]`);
  if (url === null) return null;
  const [front = '', back] = url.hostname.slice(1, -1).split('::');
  const [left, right] = [groupsOf(front), groupsOf(back ?? '')];
  return [...left, ...zeros(8 - left.length - right.length), ...right];
}

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':');
}

function zeros(count: number): readonly string[] {
  return Array.from({ length: count }, () => '0');
}

function mappedIpv4(groups: readonly string[]): string | null {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return null;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.');
}
