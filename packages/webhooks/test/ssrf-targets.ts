/**
 * Where a webhook must not get to, copied independently from the registries: nothing of the guard is used
 * here, so that both would have to be wrong in the same way.
 */

/** Every address of these is refused. */
const REFUSED_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
];

const REFUSED_IPV6 = [
  '0:0:0:0:0:0:0:0/8',
  '0:0:0:0:0:0:0:0/96',
  '0:0:0:0:0:0:0:1/128',
  '0:0:0:0:0:ffff:0:0/96',
  '0:0:0:0:ffff:0:0:0/96',
  '0:0:0:0:0:5efe:0:0/96',
  '64:ff9b:0:1:0:0:0:0/64',
  '64:ff9b:1:0:0:0:0:0/48',
  '100:0:0:0:0:0:0:0/64',
  '100:0:0:1:0:0:0:0/64',
  '2001:0:0:0:0:0:0:0/23',
  '2001:0:0:0:0:0:0:0/32',
  '2001:2:0:0:0:0:0:0/48',
  '2001:3:0:0:0:0:0:0/32',
  '2001:4:112:0:0:0:0:0/48',
  '2001:10:0:0:0:0:0:0/28',
  '2001:20:0:0:0:0:0:0/28',
  '2001:30:0:0:0:0:0:0/28',
  '2001:db8:0:0:0:0:0:0/32',
  '2002:0:0:0:0:0:0:0/16',
  '2620:4f:8000:0:0:0:0:0/48',
  '3ffe:0:0:0:0:0:0:0/16',
  '3fff:0:0:0:0:0:0:0/20',
  '4000:0:0:0:0:0:0:0/3',
  '5f00:0:0:0:0:0:0:0/16',
  'fc00:0:0:0:0:0:0:0/7',
  'fe80:0:0:0:0:0:0:0/10',
  'fec0:0:0:0:0:0:0:0/10',
  'ff00:0:0:0:0:0:0:0/8',
];

/** Spellings of one host that a URL may have; the parser makes an address of most. */
export const REFUSED_URLS: readonly string[] = [
  ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['017700000001', '0x7f.0x0.0x0.0x1', '127.0.0.1.', '%31%32%37.0.0.1', '127。0。0。1'],
  ...['１２７.０.０.１', '①②⑦.⓪.⓪.①', '12\t7.0.0.1', '0', '0.0.0.0', '00', '0x0', '4294967295'],
  ...['169.254.169.254', '169.254.170.2', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376'],
  ...['100.100.100.200', '192.0.0.192', '168.63.129.16', '2822734096', '10.0', '192.168.1'],
  ...[
    'localhost',
    'localhost.',
    'LOCALHOST',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'loc%61lhost',
    'a.localhost',
    'a.b.localhost.',
  ],
  ...['printer.local', 'local', 'metadata.google.internal', 'internal', 'router.home.arpa'],
  ...['home.arpa.', 'a..b', 'example.com..', '-%2a.example.com', 'a!b.example.com'],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[::7f00:1]', '[::ffff:127.0.0.1]'],
  ...['[::ffff:7f00:1]', '[::ffff:8.8.8.8]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]'],
  ...['[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::8.8.8.8]', '[2002:7f00:1::]', '[2002:808:808::]'],
  ...[
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[::5efe:7f00:1]',
  ],
  ...['[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[4000::1]', '[1::1]', '[5f00::1]'],
]
  .map((host) => `https://${host}/hooks`)
  .concat(
    ['a@8.8.8.8', 'a:b@8.8.8.8', ':b@8.8.8.8', '8.8.8.8@127.0.0.1'].map(
      (rest) => `https://${rest}/`,
    ),
    [0, 22, 25, 53, 110, 143, 389, 445, 465, 587, 636, 993, 995, 2375, 3306, 5432, 6379, 9200].map(
      (port) => `https://8.8.8.8:${port}/`,
    ),
    [11211, 27017, 6667, 10080].map((port) => `https://hooks.example.com:${port}/`),
    ['http://8.8.8.8/', 'http://hooks.example.com/', 'ftp://8.8.8.8/', 'file:///etc/passwd'],
    ['gopher://8.8.8.8/', 'ws://8.8.8.8/', 'data:text/plain,x', 'javascript:alert(1)'],
    ['', 'https://', 'https://256.1.1.1/', 'https://08.8.8.8/', 'https://[fe80::1%25eth0]/'],
    ['https://a\0b/', '//8.8.8.8/', '8.8.8.8', 'https:', 'http://'],
  );

/** Addresses that a name may have, at the edges of each range, with what the registries say of them. */
export function edgeAddresses(): readonly {
  readonly address: string;
  readonly refused: boolean;
}[] {
  const edges = [...REFUSED_IPV4, ...REFUSED_IPV6].flatMap((cidr) => {
    const { bits, first, last } = readRange(cidr);
    const inside = [first, first + 1n, (first + last) / 2n, last].filter((value) => value <= last);
    return [first - 1n, ...inside, last + 1n]
      .filter((value) => value >= 0n && value < 1n << bits)
      .map((value) => ({ address: write(value, bits), refused: isRefused(value, bits) }));
  });
  return [...new Map(edges.map((edge) => [edge.address, edge])).values()];
}

/** Ways to write an IPv4 address as an IPv6 one, none of which makes a good address of a bad one. */
export function disguises(ipv4: string): readonly string[] {
  const value = readIpv4(ipv4);
  const [high, low] = [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  return [
    ...[`::ffff:${ipv4}`, `::${ipv4}`, `::ffff:0:${ipv4}`, `::5efe:${ipv4}`, `64:ff9b::${ipv4}`],
    ...[`64:ff9b:1::${ipv4}`, `2002:${high}:${low}::`, `2001:0:${high}:${low}::1`],
  ];
}

function isRefused(value: bigint, bits: bigint): boolean {
  const ranges = (bits === 32n ? REFUSED_IPV4 : REFUSED_IPV6).map(readRange);
  if (bits === 32n) return ranges.some(({ first, last }) => value >= first && value <= last);
  if (value >> 32n === readIpv6('64:ff9b:0:0:0:0:0:0') >> 32n)
    return isRefused(value & 0xffff_ffffn, 32n);
  const isGlobal = value >> 125n === 1n;
  return !isGlobal || ranges.some(({ first, last }) => value >= first && value <= last);
}

function readRange(cidr: string): {
  readonly bits: bigint;
  readonly first: bigint;
  readonly last: bigint;
} {
  const [start = '', length = ''] = cidr.split('/');
  const bits = start.includes(':') ? 128n : 32n;
  const first = bits === 32n ? readIpv4(start) : readIpv6(start);
  return { bits, first, last: first + (1n << (bits - BigInt(length))) - 1n };
}

function readIpv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) + BigInt(part), 0n);
}

function readIpv6(text: string): bigint {
  return text.split(':').reduce((value, part) => (value << 16n) + BigInt(`0x${part}`), 0n);
}

function write(value: bigint, bits: bigint): string {
  const [width, radix, separator] = bits === 32n ? [8n, 10, '.'] : [16n, 16, ':'];
  const parts: string[] = [];
  for (let at = bits - width; at >= 0n; at -= width) {
    parts.push(BigInt.asUintN(Number(width), value >> at).toString(radix));
  }
  return parts.join(separator);
}
