import { err, type Result } from 'neverthrow';
import type { Identity } from '../../records/identity.js';
import type { PhoneNumber } from '../../records/phone-number.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import { addMs } from '../../shared/duration.js';
import type { Redacted } from '../../shared/keys/redacted.js';
import type { Tenant } from '../../tenants/tenant.js';
import type { CounterKey } from '../codes/send-counters.js';
import type { CodeContext, CodeOwner, DestinationShare } from '../codes/code-digest.js';
import { settle } from '../codes/code-state.js';
import { issueCode, type SendRefused } from '../codes/issue-code.js';
import type { CodeLimits } from '../codes/limits.js';
import { newCode, type NewCode } from '../codes/new-code.js';
import type { OneTimeCode } from '../../shared/one-time-code.js';
import type { DigestedOperation } from '../grants/operation.js';
import type { FactorRecord } from '../factor-record.js';
import {
  checkDestination,
  type Destination,
  type DestinationRefused,
} from './fraud/check-destination.js';
import { renderSmsText } from '../../tenants/sms-text.js';

/** A code drawn for a phone number. */
export interface NewSmsCode extends NewCode {
  /** The destination of its context. */
  readonly phone: PhoneNumber;
}

/**
 * Makes a code for a phone number of a drawn number, 0 to 999 999.
 *
 * @param whose whose code it is, and the id of this sending
 * @param counted the counters of the fraud guard that sending it raises; none by default
 */
export function newSmsCode(
  keys: KeyRing,
  whose: CodeOwner & Pick<CodeContext, 'codeId' | 'operation'>,
  phone: PhoneNumber,
  share: DestinationShare,
  drawn: number,
  counted: readonly CounterKey[] = [],
): NewSmsCode {
  return { ...newCode(keys, { ...whose, destination: phone }, share, drawn, counted), phone };
}

/** All that sending a code is decided on, whatever the code is for; `country` and `numberType` are those of the phone to send to. */
export interface SendSituation extends Destination {
  readonly tenant: Tenant;
  readonly identity: Identity;
  readonly record: FactorRecord;
  /** A code drawn for the phone to send to; null where there is none. */
  readonly fresh: NewSmsCode | null;
  /** The operation that the code approves, which the message names; null, the default, for none. */
  readonly operation?: DigestedOperation | null;
}

/** The effect of issuing a code: one message, sent once the record that it names is committed. */
export type SendCode = CodeOwner & {
  readonly codeId: string;
  readonly phone: PhoneNumber;
  readonly destinationKey: string;
  readonly text: Redacted<string>;
  /** The text of the operation that it approves, which is in `text`; null for none. */
  readonly operationText: string | null;
  readonly code: OneTimeCode;
  readonly locale: string | null;
  readonly expiresInMs: number;
  /** 1 for a first code, and one more each time it is asked for again while a code is live. */
  readonly attempt: number;
  /** The send's entry in the ledgers, for a failure to give it back. */
  readonly reservedAt: Date;
  /** The counters of the fraud guard that it raised, for the same purpose. */
  readonly counted: readonly CounterKey[];
};

/** A record with its new live code, and the message to send. */
export interface IssuedCode {
  readonly record: FactorRecord;
  readonly send: SendCode;
}

/** Issues a code in the identity's language if the tenant sends to its phone. This is the last check before a send. */
export function issueToPhone(
  { tenant, identity, record, country, numberType, operation = null }: SendSituation,
  fresh: NewSmsCode,
  now: Date,
  limits: CodeLimits,
): Result<IssuedCode, DestinationRefused | SendRefused> {
  const { phone, destinationKey, code, counted } = fresh;
  const destination = checkDestination(tenant.sms, phone, { country, numberType });
  if (destination.isErr()) return err(destination.error);
  return issueCode(record, fresh, now, limits).map((issued) => {
    const { destination: _, operation: __, ...whose } = fresh.context;
    const { locale } = identity;
    const operationText = operation?.text ?? null;
    const text = renderSmsText(tenant.sms, locale, code, limits.lifetimeMs, operationText);
    const attempt = attemptOf(record, now, limits);
    const sent = { phone, text, operationText, code, locale, attempt };
    return {
      record: issued,
      send: {
        ...{ ...whose, ...sent, destinationKey, counted },
        expiresInMs: limits.lifetimeMs,
        reservedAt: now,
      },
    };
  });
}

/** Sends count as attempts while a code is live, for as long as a code lives. */
function attemptOf({ state, sends }: FactorRecord, now: Date, { lifetimeMs }: CodeLimits): number {
  if (settle(state, now).status !== 'pending') return 1;
  return 1 + sends.sentAt.filter((at) => now < addMs(at, lifetimeMs)).length;
}
