/** What each fault of a provider means. `src/fault-table.test.ts` shows it over sockets, `docs/sms-providers.md` prints it. */

import { PROVIDERS, type ProviderName } from './providers.js';

/** `refused` with its reason, or `unknown` with its own. */
export type FaultOutcome = `refused: ${string}` | `unknown: ${string}`;

export const FAULTS = {
  'The name cannot be resolved': 'refused: unavailable',
  'The connection is refused': 'refused: unavailable',
  'The TLS handshake fails': 'refused: unavailable',
  'The certificate is not trusted': 'refused: unavailable',
  'No answer within the deadline': 'unknown: timeout',
  'An answer that does not end within the deadline': 'unknown: timeout',
  'A reset after the request': 'unknown: ECONNRESET',
  'A success with an error inside': 'by provider',
  '401': 'refused: misconfigured',
  '403': 'refused: misconfigured',
  '404': 'refused: misconfigured',
  '429': 'refused: rate_limited',
  '429 with Retry-After': 'refused: rate_limited',
  '500': 'unknown: http_500',
  '503': 'unknown: http_503',
  'A redirect': 'unknown: http_307',
  'A success that is not JSON': 'unknown: unreadable_answer',
  'A success of 10 MB': 'unknown: unreadable_answer',
} as const satisfies Record<string, FaultOutcome | 'by provider'>;

export type Fault = keyof typeof FAULTS;

/** What a fault of a provider means. */
export function outcomeOf(fault: Fault, provider: ProviderName): FaultOutcome {
  const outcome = FAULTS[fault];
  return outcome === 'by provider' ? PROVIDERS[provider].errorInside[1] : outcome;
}

/** The outcomes after which a failover asks the next provider. */
export function asksNext(outcome: FaultOutcome): boolean {
  return outcome.startsWith('refused: ') && !/invalid_number|unsubscribed/.test(outcome);
}
