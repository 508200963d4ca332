import {
  isWithin,
  parseAddress,
  parseCidr,
  unmapped,
  type Cidr,
  type IpAddress,
} from './ip-address.js';
import { NAT64, PUBLIC_IPV6, SPECIAL_RANGES } from './special-ranges.js';
import type { TargetRules } from './target-rules.js';

/** The verdict on an address. */
export type AddressVerdict =
  /** `http`: plain text is also allowed. */
  | { readonly type: 'allowed'; readonly http: boolean }
  /** `why` is for the operator only, because it reveals the internal network. */
  | { readonly type: 'refused'; readonly why: string };

const specialRanges = SPECIAL_RANGES.map(({ cidr, why }) => ({ range: constant(cidr), why }));
const publicIpv6 = constant(PUBLIC_IPV6);
const nat64 = constant(NAT64);

/**
 * Checks an address in any spelling. The operator's `deny` overrides their `allow`, and both override the public
 * ranges; an invalid address is refused.
 */
export function classifyAddress(text: string, rules: TargetRules): AddressVerdict {
  const address = parseAddress(text);
  if (address === null) return { type: 'refused', why: 'not an address' };
  const meanings = meaningsOf(address);
  const isIn = (ranges: readonly Cidr[]) =>
    ranges.some((range) => meanings.some((meaning) => isWithin(meaning, range)));

  if (isIn(rules.deny)) return { type: 'refused', why: 'denied by the operator' };
  const why = isIn(rules.allow) ? null : notPublic(address, rules);
  return why === null ? { type: 'allowed', http: isIn(rules.http) } : { type: 'refused', why };
}

/** The forms of an address that an operator may list: the dialled address and, with NAT64, the IPv4 address in it. */
function meaningsOf(address: IpAddress): readonly IpAddress[] {
  const ipv4 = behindNat64(address);
  return ipv4 === null ? [unmapped(address)] : [address, ipv4];
}

/** An IPv6-only network sees every IPv4 host behind this prefix, so refusing it would cut that network off. */
function behindNat64(address: IpAddress): IpAddress | null {
  return isWithin(address, nat64) ? parseAddress(address.toByteArray().slice(12).join('.')) : null;
}

/**
 * The reason why an address is not public; null if it is. The addresses of this machine come last, because they are slow
 * to read.
 */
function notPublic(address: IpAddress, rules: Pick<TargetRules, 'ownAddresses'>): string | null {
  const ipv4 = behindNat64(address);
  if (ipv4 !== null) return notPublic(ipv4, rules);
  if (address.kind() === 'ipv6' && !isWithin(address, publicIpv6)) return `not in ${PUBLIC_IPV6}`;
  const special = specialRanges.find(({ range }) => isWithin(address, range));
  if (special !== undefined) return special.why;
  const range = address.range();
  if (range !== 'unicast') return range;
  return rules.ownAddresses().has(address.toString()) ? 'an address of this machine' : null;
}

function constant(cidr: string): Cidr {
  const range = parseCidr(cidr);
  if (range === null) throw new TypeError(`${cidr} is not a CIDR`);
  return range;
}
