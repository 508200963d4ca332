import { checkAddress, type CheckedUrl, type Refusal } from './check-url.js';
import { canonicalAddress } from './ip-address.js';
import type { Resolver } from './resolvers.js';
import type { TargetRules } from './target-rules.js';
import { untilAborted } from '../waiting/timers.js';

/**
 * The maximum number of addresses that a resolver may return for one name. The owner of the name chooses how many there
 * are, and checking thousands of them would block the process.
 */
const MAX_ANSWERS = 32;

/** The maximum number of addresses to dial for one name. */
const MAX_ADDRESSES = 8;

/** Timeout for resolving a name in milliseconds. */
export const RESOLVE_MS = 3_000;

/** The target of a URL that passed its own check. */
export type ResolvedTarget =
  /** `addresses`, at least one, in canonical spelling and the resolver's order: dial these and no others. */
  | { readonly type: 'vetted'; readonly url: URL; readonly addresses: readonly string[] }
  /** The name does not resolve, or not in time. */
  | { readonly type: 'unresolved' }
  | Refusal;

/**
 * Resolves once and checks every address: one disallowed address refuses the target, because the owner of the name
 * chose all of them. More than 32 refuse it before any is checked. Resolving again to connect would let the result
 * change in between, so the connection goes to the addresses returned here. `signal` ends the wait.
 */
export async function resolveTarget(
  checked: Exclude<CheckedUrl, Refusal>,
  rules: TargetRules,
  resolve: Resolver,
  signal: AbortSignal,
): Promise<ResolvedTarget> {
  const { url } = checked;
  if (checked.type === 'address') return { type: 'vetted', url, addresses: [checked.address] };

  const answers = await untilAborted(signal, () => resolve(checked.name)).catch(() => []);
  if (answers.length > MAX_ANSWERS) {
    return { type: 'refused', why: `more than ${MAX_ANSWERS} addresses` };
  }
  const sameRules = { ...rules, ownAddresses: readOnce(() => rules.ownAddresses()) };
  for (const answer of answers) {
    const refusal = checkAddress(url, answer, sameRules);
    if (refusal !== null) return refusal;
  }
  const addresses = [...new Set(answers.flatMap((answer) => canonicalAddress(answer) ?? []))];
  return addresses.length === 0
    ? { type: 'unresolved' }
    : { type: 'vetted', url, addresses: addresses.slice(0, MAX_ADDRESSES) };
}

/** Reads the machine's own addresses once for all answers: listing the interfaces takes longer than checking an address. */
function readOnce(read: TargetRules['ownAddresses']): TargetRules['ownAddresses'] {
  let own: ReadonlySet<string> | null = null;
  return () => (own ??= read());
}
