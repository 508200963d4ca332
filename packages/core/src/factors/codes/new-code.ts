import type { KeyRing } from '../../shared/keys/key-ring.js';
import {
  destinationDigest,
  destinationKey,
  digestCode,
  type CodeContext,
  type DestinationShare,
} from './code-digest.js';
import type { CounterKey } from './send-counters.js';
import { toOneTimeCode, type OneTimeCode } from '../../shared/one-time-code.js';

/** A new code to send, with what is stored instead of it. */
export interface NewCode {
  readonly context: CodeContext;
  readonly code: OneTimeCode;
  /** What is stored of the code. */
  readonly verifier: string;
  /** What is stored of the destination. */
  readonly sentTo: string;
  /** The share of the destination's send budget that it uses. */
  readonly share: DestinationShare;
  /** The name under which that share is stored. */
  readonly destinationKey: string;
  /** The counters of the fraud guard that sending it raises. */
  readonly counted: readonly CounterKey[];
}

/** Creates a code from a random number, 0 to 999 999. */
export function newCode(
  keys: KeyRing,
  context: CodeContext,
  share: DestinationShare,
  drawn: number,
  counted: readonly CounterKey[] = [],
): NewCode {
  const code = toOneTimeCode(drawn);
  return {
    context,
    code,
    verifier: digestCode(keys, context, code),
    sentTo: destinationDigest(keys, context.tenantId, context.destination),
    share,
    destinationKey: destinationKey(keys, context.tenantId, context.destination, share),
    counted,
  };
}
