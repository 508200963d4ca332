import { networkInterfaces } from 'node:os';
import { BAD_PORTS } from './bad-ports.js';
import { canonicalAddress, parseCidr, type Cidr } from './ip-address.js';
import { isHostName } from './host-name.js';

/**
 * What an operator changes about where webhooks may go. Without options: https, to public addresses, on
 * any port where something other than HTTP is not expected.
 *
 * A CIDR holds addresses of its own family; `::ffff:a.b.c.d` and, behind NAT64, `64:ff9b::a.b.c.d` are
 * compared as the IPv4 address that they mean.
 */
export interface TargetOptions {
  /** CIDRs of addresses that are targets although they are not public: a private installation's. */
  readonly allow?: readonly string[];
  /** CIDRs of addresses that never are; it wins over `allow`. */
  readonly deny?: readonly string[];
  /**
   * CIDRs of addresses that may be spoken to in plain http. It opens no address: one that is not public
   * has to be in `allow` too. `['0.0.0.0/0', '::/0']` permits http wherever https is.
   */
  readonly allowHttp?: readonly string[];
  /**
   * Names that are targets, with all names under them, although they end in one that means the inside of
   * a network: `localhost`, `local`, `internal`, `home.arpa`. Their addresses are judged like any other.
   */
  readonly allowNames?: readonly string[];
  /** Ports that are targets although the shipped list refuses them. */
  readonly allowPorts?: readonly number[];
  /** Ports that never are; it wins over `allowPorts`. */
  readonly denyPorts?: readonly number[];
}

/** The options, read: what the checks are made from. */
export interface TargetRules {
  readonly allow: readonly Cidr[];
  readonly deny: readonly Cidr[];
  readonly http: readonly Cidr[];
  readonly allowedNames: readonly string[];
  readonly deniedPorts: ReadonlySet<number>;
  /**
   * The addresses of this machine in canonical spelling, public ones included: what is sent to them stays
   * inside and passes no firewall.
   */
  ownAddresses(): ReadonlySet<string>;
}

/** Throws a TypeError for an option that means nothing: it would leave open what looks closed. */
export function createTargetRules(
  options: TargetOptions = {},
  ownAddresses: TargetRules['ownAddresses'] = interfaceAddresses,
): TargetRules {
  const denied = new Set(BAD_PORTS);
  for (const port of options.allowPorts ?? []) denied.delete(readPort(port, 'allowPorts'));
  for (const port of options.denyPorts ?? []) denied.add(readPort(port, 'denyPorts'));
  return {
    allow: readCidrs(options, 'allow'),
    deny: readCidrs(options, 'deny'),
    http: readCidrs(options, 'allowHttp'),
    allowedNames: (options.allowNames ?? []).map(readName),
    deniedPorts: denied,
    ownAddresses,
  };
}

function readCidrs(options: TargetOptions, field: 'allow' | 'deny' | 'allowHttp'): readonly Cidr[] {
  return (options[field] ?? []).map((text) => {
    const cidr = parseCidr(text);
    if (cidr === null) throw new TypeError(`targets.${field}: ${text} is not a CIDR`);
    return cidr;
  });
}

function readName(name: string): string {
  if (isHostName(name)) return name;
  throw new TypeError(`targets.allowNames: ${name} is not a name in lower case`);
}

function readPort(port: number, field: 'allowPorts' | 'denyPorts'): number {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new TypeError(`targets.${field}: ${port} is not a port`);
}

/** Read anew each time: machines get and lose addresses while they run. */
function interfaceAddresses(): ReadonlySet<string> {
  const own = Object.values(networkInterfaces()).flatMap((entries = []) => entries);
  return new Set(own.flatMap(({ address }) => canonicalAddress(address) ?? []));
}
