import { promises as dns } from 'node:dns';
import { isUnder } from './host-name.js';
import type { TargetRules } from './target-rules.js';

/** Returns all addresses of a name, IPv4 and IPv6. It may reject, and may take any time. */
export type Resolver = (name: string) => Promise<readonly string[]>;

/**
 * Resolves names as the machine does, `/etc/hosts` and search domains included. An operator can name a private
 * receiver there; the addresses are checked in the same way.
 *
 * It runs on libuv's threads, of which Node gives name lookups two by default. If the name servers of a name do
 * not answer holds one of them for as long as `/etc/resolv.conf` allows, often 10 seconds and more. Meanwhile
 * every other lookup of the process waits: those for a database, for an SMS provider, for other tenants.
 */
export const systemResolver: Resolver = async (name) => {
  const answers = await dns.lookup(name, { all: true, verbatim: true });
  return answers.map(({ address }) => address);
};

/** Milliseconds before a name server is asked again, and how often each is asked: both fit into `RESOLVE_MS`. */
const NAME_SERVER_LIMITS = { timeout: 500, tries: 2 };

/**
 * Asks the name servers of `/etc/resolv.conf` over the network, on no thread, so a name which resolves slowly
 * delays no other. If one address family cannot be resolved, only the other one counts.
 */
export const nameServerResolver: Resolver = async (name) => {
  // Created for each name, because the machine may have moved to another network.
  const resolver = new dns.Resolver(NAME_SERVER_LIMITS);
  const asked = [resolver.resolve4(name), resolver.resolve6(name)];
  const answers = await Promise.allSettled(asked);
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
};

/**
 * Returns the default resolver. Tenants choose the names that webhooks go to, so the name servers are queried for
 * these; names in the operator's `allowNames` are resolved as the machine does.
 */
export function defaultResolver({ allowedNames }: Pick<TargetRules, 'allowedNames'>): Resolver {
  return (name) =>
    allowedNames.some((parent) => isUnder(name, parent))
      ? systemResolver(name)
      : nameServerResolver(name);
}
