import { networkInterfaces } from 'node:os';
import { checkOptions, optional, type OptionRules } from '@stepward/core/adapter';
import { isHostName } from './host-name.js';
import { canonicalAddress, type Cidr, parseCidr } from './ip-address.js';

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

/**
 * Ports where something other than HTTP listens, so that a POST there could be taken for a command: the
 * bad ports of the Fetch standard (section 2.9), then databases, caches, queues and machine control.
 */
const BAD_PORTS: readonly number[] = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,

  // SMB, syslog over TLS, rsync
  445, 6514, 873,
  // SQL Server, Oracle, MySQL, PostgreSQL, CockroachDB, Cassandra, MongoDB, Neo4j
  1433, 1434, 1521, 3306, 5432, 6432, 26257, 9042, 27017, 27018, 27019, 7687,
  // Redis, Sentinel, memcached, Elasticsearch, CouchDB, InfluxDB
  6379, 6380, 26379, 11211, 9200, 9300, 5984, 8086,
  // AMQP, MQTT, NATS, Kafka, ZooKeeper
  5671, 5672, 1883, 8883, 4222, 9092, 2181,
  // Docker, etcd, Kubernetes, Consul, Vault
  2375, 2376, 2377, 2379, 2380, 6443, 10250, 10255, 8500, 8200,
  // RDP, VNC, WinRM
  3389, 5900, 5985, 5986,
];
