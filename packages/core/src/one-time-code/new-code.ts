import type { KeyRing } from '../shared/key-ring.js';
import { digestCode, phoneKey, type CodeContext, type CodeDigest } from './code-digest.js';
import { toOneTimeCode, type OneTimeCode } from './one-time-code.js';

/** A code that was drawn and may go out, with what is stored instead of it. */
export interface NewCode {
  readonly context: CodeContext;
  readonly code: OneTimeCode;
  readonly digest: CodeDigest;
  /** The name of the phone number's send budget. */
  readonly phoneKey: string;
}

/** Makes a code of a drawn number, 0 to 999 999. */
export function newCode(keys: KeyRing, context: CodeContext, drawn: number): NewCode {
  const code = toOneTimeCode(drawn);
  return {
    context,
    code,
    digest: digestCode(keys, context, code),
    phoneKey: phoneKey(keys, context.tenantId, context.phone),
  };
}
