import { networkInterfaces } from 'node:os';
import { checkOptions, optional, type OptionRules } from '@stepward/core/adapter';
import { BAD_PORTS } from './bad-ports.js';
import { canonicalAddress, parseCidr, type Cidr } from './ip-address.js';
import { isHostName } from './host-name.js';

/**
 * An operator's changes to the rules for targets. Without options: https, to public addresses, on any port that is
 * not used by another protocol.
 *
 * A CIDR holds addresses of its own family; `::ffff:a.b.c.d` and, behind NAT64, `64:ff9b::a.b.c.d` are compared as
 * the IPv4 address that they contain.
 */
export interface TargetOptions {
  /** CIDRs of addresses that are targets although they are not public: a private installation's. */
  readonly allow?: readonly string[];
  /** CIDRs of addresses that are never targets; takes precedence over `allow`. */
  readonly deny?: readonly string[];
  /**
   * CIDRs of addresses that plain http is allowed to. A non-public address must also be in `allow`.
   * `['0.0.0.0/0', '::/0']` permits http wherever https is.
   */
  readonly allowHttp?: readonly string[];
  /**
   * Names that are targets, with all names under them, although they end in the name of an internal network:
   * `localhost`, `local`, `internal`, `home.arpa`. Their addresses are checked like any other. These names are looked
   * up in `/etc/hosts` as well, so that one which is only there has to be in this list.
   */
  readonly allowNames?: readonly string[];
  /** Ports that are targets although the shipped list refuses them. */
  readonly allowPorts?: readonly number[];
  /** Ports that are never targets; takes precedence over `allowPorts`. */
  readonly denyPorts?: readonly number[];
}

/** The parsed options. */
export interface TargetRules {
  readonly allow: readonly Cidr[];
  readonly deny: readonly Cidr[];
  readonly http: readonly Cidr[];
  readonly allowedNames: readonly string[];
  readonly deniedPorts: ReadonlySet<number>;
  /**
   * The addresses of this machine in canonical spelling, public ones included: requests to them stay on the machine
   * and pass no firewall.
   */
  ownAddresses(): ReadonlySet<string>;
}

const CIDRS = optional('a list of CIDRs, for example ["10.20.0.0/16"]', isTextList);
const PORTS = optional('a list of ports, for example [8080]', isPortList);

const OPTIONS: OptionRules<TargetOptions> = {
  allow: CIDRS,
  deny: CIDRS,
  allowHttp: CIDRS,
  allowNames: optional('a list of host names in lower case', isTextList),
  allowPorts: PORTS,
  denyPorts: PORTS,
};

/**
 * Reads the options.
 *
 * @param factory the name of the factory, for errors
 * @throws TypeError for an invalid option, which would silently allow targets that look blocked
 */
export function createTargetRules(
  factory: string,
  options: TargetOptions = {},
  ownAddresses: TargetRules['ownAddresses'] = interfaceAddresses,
): TargetRules {
  checkOptions(factory, options, OPTIONS, 'targets.');
  const denied = new Set(BAD_PORTS);
  for (const port of options.allowPorts ?? []) denied.delete(port);
  for (const port of options.denyPorts ?? []) denied.add(port);
  return {
    allow: readCidrs(factory, options, 'allow'),
    deny: readCidrs(factory, options, 'deny'),
    http: readCidrs(factory, options, 'allowHttp'),
    allowedNames: (options.allowNames ?? []).map((name) => readName(factory, name)),
    deniedPorts: denied,
    ownAddresses,
  };
}

function readCidrs(
  factory: string,
  options: TargetOptions,
  field: 'allow' | 'deny' | 'allowHttp',
): readonly Cidr[] {
  return (options[field] ?? []).map((text) => {
    const cidr = parseCidr(text);
    if (cidr === null)
      throw new TypeError(`${factory}: targets.${field} has ${text}, which is not a CIDR`);
    return cidr;
  });
}

function readName(factory: string, name: string): string {
  if (isHostName(name)) return name;
  throw new TypeError(
    `${factory}: targets.allowNames has ${name}, which is not a host name in lower case`,
  );
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isPortList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isPort);
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65_535;
}

/** Read each time, because the addresses of a machine change while it runs. */
function interfaceAddresses(): ReadonlySet<string> {
  const own = Object.values(networkInterfaces()).flatMap((entries = []) => entries);
  return new Set(own.flatMap(({ address }) => canonicalAddress(address) ?? []));
}
