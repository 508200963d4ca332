import { err, type Result } from 'neverthrow';
import type { Identity } from '../../identity/identity.js';
import type { PhoneNumber } from '../../phones/phone-number.js';
import type { KeyRing } from '../../shared/key-ring.js';
import type { Redacted } from '../../shared/redacted.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { CodeContext, CodeOwner, DestinationShare } from '../codes/code-digest.js';
import { issueCode, type SendRefused } from '../codes/issue-code.js';
import type { CodeLimits } from '../codes/limits.js';
import { newCode, type NewCode } from '../codes/new-code.js';
import type { FactorRecord } from '../factor-record.js';
import { checkDestination, type DestinationRefused } from './check-destination.js';
import { renderSmsText } from './sms-text.js';

/** A code drawn for a phone number. */
export interface NewSmsCode extends NewCode {
  /** The destination of its context. */
  readonly phone: PhoneNumber;
}

/**
 * Makes a code for a phone number of a drawn number, 0 to 999 999.
 *
 * @param whose whose code it is, and the id of this sending
 */
export function newSmsCode(
  keys: KeyRing,
  whose: CodeOwner & Pick<CodeContext, 'codeId'>,
  phone: PhoneNumber,
  share: DestinationShare,
  drawn: number,
): NewSmsCode {
  return { ...newCode(keys, { ...whose, destination: phone }, share, drawn), phone };
}

/** All that sending a code is decided on, whatever the code is for. */
export interface SendSituation {
  readonly tenant: Tenant;
  readonly identity: Identity;
  readonly record: FactorRecord;
  /** A code drawn for the phone to send to; null where there is none. */
  readonly fresh: NewSmsCode | null;
  /** The country of that phone, where it can be told. */
  readonly country: string | null;
}

/** The effect of issuing a code: one message, sent once the record that it names is committed. */
export type SendCode = CodeOwner & {
  readonly phone: PhoneNumber;
  readonly destinationKey: string;
  readonly text: Redacted<string>;
  /** The send's entry in the ledgers, so that a failure can give it back. */
  readonly reservedAt: Date;
};

/** A record with its new live code, and the message to send. */
export interface IssuedCode {
  readonly record: FactorRecord;
  readonly send: SendCode;
}

/** Issues a code in the identity's language if the tenant sends to its phone. This is the last check before a send. */
export function issueToPhone(
  { tenant, identity, record, country }: SendSituation,
  fresh: NewSmsCode,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, DestinationRefused | SendRefused> {
  const { phone, destinationKey, code } = fresh;
  const destination = checkDestination(tenant.sms, phone, country);
  if (destination.isErr()) return err(destination.error);
  return issueCode(record, fresh, now, limits).map((issued) => {
    const { codeId: _, destination: __, ...whose } = fresh.context;
    const text = renderSmsText(tenant.sms, identity.locale, code, limits.lifetimeMs);
    return { record: issued, send: { ...whose, phone, destinationKey, text, reservedAt: now } };
  });
}
