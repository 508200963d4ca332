/** A range that no webhook goes to, and its purpose. */
export interface SpecialRange {
  readonly cidr: string;
  readonly why: string;
}

/**
 * Every range of the IANA registries (IPv4 and IPv6 special-purpose addresses, IPv6 global unicast assignments) that
 * is not the public internet, and addresses outside the registries that cloud services use. ipaddr.js is also
 * consulted, so a gap in one list does no harm.
 *
 * IPv6 has few rows, because everything outside `PUBLIC_IPV6` is refused without one: loopback (RFC 4291), unique
 * local (RFC 4193; cloud metadata at fd00:ec2::254 and fd20:ce::254), link-local, multicast, discard 100::/64 (RFC
 * 6666), dummy 100:0:0:1::/64 (RFC 9780), segment routing 5f00::/16 (RFC 9602), local NAT64 64:ff9b:1::/48 (RFC
 * 8215), and each way to write an IPv4 address as an IPv6 one. Parts of `PUBLIC_IPV6` that are merely not assigned
 * yet are public: they may be assigned any day.
 */
export const SPECIAL_RANGES: readonly SpecialRange[] = [
  { cidr: '0.0.0.0/8', why: 'this network, RFC 791; Linux takes 0.0.0.0 for itself' },
  { cidr: '10.0.0.0/8', why: 'private, RFC 1918' },
  { cidr: '100.64.0.0/10', why: 'shared address space, RFC 6598; metadata at 100.100.100.200' },
  { cidr: '127.0.0.0/8', why: 'loopback, RFC 1122' },
  { cidr: '168.63.129.16/32', why: 'the host of an Azure machine; looks public' },
  { cidr: '169.254.0.0/16', why: 'link-local, RFC 3927; metadata at .169.254 and .170.2' },
  { cidr: '172.16.0.0/12', why: 'private, RFC 1918' },
  { cidr: '192.0.0.0/24', why: 'protocol assignments, RFC 6890; metadata at 192.0.0.192' },
  { cidr: '192.0.2.0/24', why: 'documentation, RFC 5737' },
  { cidr: '192.31.196.0/24', why: 'AS112, RFC 7535' },
  { cidr: '192.52.193.0/24', why: 'multicast tunnelling, RFC 7450' },
  { cidr: '192.88.99.0/24', why: '6to4 relay, RFC 7526' },
  { cidr: '192.168.0.0/16', why: 'private, RFC 1918' },
  { cidr: '192.175.48.0/24', why: 'AS112, RFC 7534' },
  { cidr: '198.18.0.0/15', why: 'benchmarking, RFC 2544' },
  { cidr: '198.51.100.0/24', why: 'documentation, RFC 5737' },
  { cidr: '203.0.113.0/24', why: 'documentation, RFC 5737' },
  { cidr: '224.0.0.0/4', why: 'multicast, RFC 5771' },
  { cidr: '240.0.0.0/4', why: 'reserved, RFC 1112, and the broadcast address' },

  // Holds Teredo 2001::/32 (RFC 4380), PCP and TURN anycast 2001:1::1 to 2001:1::3 (RFC 7723, 8155, 9665),
  // benchmarking 2001:2::/48 (RFC 5180), AMT 2001:3::/32 (RFC 7450), AS112 2001:4:112::/48 (RFC 7535),
  // ORCHID 2001:10::/28 (RFC 4843), ORCHIDv2 2001:20::/28 (RFC 7343), drones 2001:30::/28 (RFC 9374).
  { cidr: '2001::/23', why: 'protocol assignments, RFC 2928: Teredo, ORCHID and others' },
  { cidr: '2001:db8::/32', why: 'documentation, RFC 3849' },
  { cidr: '2002::/16', why: '6to4, RFC 3056: an IPv4 address in disguise' },
  { cidr: '2620:4f:8000::/48', why: 'AS112, RFC 7534' },
  { cidr: '3ffe::/16', why: 'the former 6bone, returned and reserved, RFC 3701' },
  { cidr: '3fff::/20', why: 'documentation, RFC 9637' },
];

/** The only part of IPv6 that is allocated for the public internet (RFC 4291, section 2.4). */
export const PUBLIC_IPV6 = '2000::/3';

/** An IPv6-only network reaches an IPv4 address under this prefix, in the last 32 bits (RFC 6052). */
export const NAT64 = '64:ff9b::/96';
