import type { KeyRing } from '../../shared/key-ring.js';
import {
  digestCode,
  destinationKey,
  type CodeContext,
  type DestinationShare,
} from './code-digest.js';
import { toOneTimeCode, type OneTimeCode } from './one-time-code.js';

/** A code that was drawn and may go out, with what is stored instead of it. */
export interface NewCode {
  readonly context: CodeContext;
  readonly code: OneTimeCode;
  /** What is stored of it. */
  readonly verifier: string;
  /** The share of the destination's send budget that it draws on. */
  readonly share: DestinationShare;
  /** The name under which that share is stored. */
  readonly destinationKey: string;
}

/** Makes a code of a drawn number, 0 to 999 999. */
export function newCode(
  keys: KeyRing,
  context: CodeContext,
  share: DestinationShare,
  drawn: number,
): NewCode {
  const code = toOneTimeCode(drawn);
  return {
    context,
    code,
    verifier: digestCode(keys, context, code),
    share,
    destinationKey: destinationKey(keys, context.tenantId, context.destination, share),
  };
}
