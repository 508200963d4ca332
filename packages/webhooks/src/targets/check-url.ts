import { parseUrl } from '@stepward/core/adapter';
import { classifyAddress } from './classify-address.js';
import { canonicalAddress } from './ip-address.js';
import { isHostName, isUnder } from './host-name.js';
import type { TargetRules } from './target-rules.js';

/** The result of checking a URL without resolving its name. */
export type CheckedUrl =
  /** The host is an allowed address. */
  | { readonly type: 'address'; readonly url: URL; readonly address: string }
  /** The host is a name: its addresses decide. `url` has it in lower case, with no dot at the end. */
  | { readonly type: 'name'; readonly url: URL; readonly name: string }
  | Refusal;

export interface Refusal {
  readonly type: 'refused';
  /** The rule, for the operator only. Never a part of the URL, which may hold a secret. */
  readonly why: string;
}

/** Names of internal networks (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const INSIDE_NAMES = ['localhost', 'local', 'internal', 'home.arpa'];

/**
 * Checks a URL as the WHATWG parser reads it, because that form is dialled: it turns `0x7f.1`, `2130706433` and
 * full-width digits into `127.0.0.1`.
 */
export function checkUrl(text: string, rules: TargetRules): CheckedUrl {
  const url = parseUrl(text);
  if (url === null) return refuse('not a URL');
  return badForm(url, rules) ?? checkHost(url, rules);
}

function badForm(url: URL, rules: TargetRules): Refusal | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('not https');
  // Without this check, a name would be looked up although no address is allowed http.
  if (url.protocol === 'http:' && rules.http.length === 0) return refuse('not https');
  if (url.username !== '' || url.password !== '') return refuse('user info');
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  return rules.deniedPorts.has(port) ? refuse('a port that is not for HTTP') : null;
}

const DEFAULT_PORTS = { 'https:': 443, 'http:': 80 };

function checkHost(url: URL, rules: TargetRules): CheckedUrl {
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = canonicalAddress(literal);
  if (address !== null)
    return checkAddress(url, literal, rules) ?? { type: 'address', url, address };

  const name = url.hostname.replace(/\.$/, '');
  if (!isHostName(name)) return refuse('not a host name');
  const isInside = INSIDE_NAMES.some((parent) => isUnder(name, parent));
  if (isInside && !rules.allowedNames.some((parent) => isUnder(name, parent))) {
    return refuse('a name of the inside');
  }
  url.hostname = name;
  return { type: 'name', url, name };
}

/** Checks one address of a URL; returns null if it may be dialled. */
export function checkAddress(url: URL, address: string, rules: TargetRules): Refusal | null {
  const verdict = classifyAddress(address, rules);
  if (verdict.type === 'refused') return refuse(verdict.why);
  return url.protocol === 'http:' && !verdict.http ? refuse('not https') : null;
}

function refuse(why: string): Refusal {
  return { type: 'refused', why };
}
