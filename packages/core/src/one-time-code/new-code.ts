import type { KeyRing } from '../shared/key-ring.js';
import {
  digestCode,
  phoneKey,
  type CodeContext,
  type CodeDigest,
  type PhoneShare,
} from './code-digest.js';
import { toOneTimeCode, type OneTimeCode } from './one-time-code.js';

/** A code that was drawn and may go out, with what is stored instead of it. */
export interface NewCode {
  readonly context: CodeContext;
  readonly code: OneTimeCode;
  readonly digest: CodeDigest;
  /** The share of the phone number's send budget that it draws on. */
  readonly share: PhoneShare;
  /** The name under which that share is stored. */
  readonly phoneKey: string;
}

/** Makes a code of a drawn number, 0 to 999 999. */
export function newCode(
  keys: KeyRing,
  context: CodeContext,
  share: PhoneShare,
  drawn: number,
): NewCode {
  const code = toOneTimeCode(drawn);
  return {
    context,
    code,
    digest: digestCode(keys, context, code),
    share,
    phoneKey: phoneKey(keys, context.tenantId, context.phone, share),
  };
}
