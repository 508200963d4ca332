import { err, ok, type Result } from 'neverthrow';
import type { PhoneNumber } from '../../records/phone-number.js';
import type { Clock, Logger } from '../../ports/platform.js';
import type { SmsReceipt, SmsReceiptAddresses, SmsSender } from '../../ports/sms-sender.js';
import type { Storage } from '../../ports/storage.js';
import { isObject, isOneOf } from '../../shared/checks/check-options.js';
import { decideAlways } from '../../identity/facts-service.js';
import { inTime, nameOf } from '../../shared/host-calls.js';
import type { SendCode } from './issue-to-phone.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeLimits } from '../codes/limits.js';
import { settleFailedSend } from '../codes/settle-failed-send.js';
import type { DailyCount } from './fraud/daily-budget.js';
import { messageKey } from './receipts/sent-message.js';

/** The provider did not take the message. The cool-down is lifted, so asking again works at once, within the budgets. */
export interface SmsNotSent {
  readonly code: 'sms_not_sent';
}

export interface CodeDeliveryWiring {
  readonly storage: Storage;
  /** Null for a host without SMS. */
  readonly smsSender: SmsSender | null;
  /** Null where no deliveries are reported. */
  readonly smsReceipts: SmsReceiptAddresses | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: CodeLimits;
}

/**
 * Sends a stored code after its unit of work, within the time limit, and settles a failure with the budgets.
 *
 * @param daily the count of the tenant's sends that it was added to; null for none
 */
export async function deliverCode(
  wiring: CodeDeliveryWiring,
  send: SendCode,
  daily: DailyCount | null,
): Promise<Result<PhoneNumber, SmsNotSent>> {
  const receipt = await trySend(wiring, send);
  if (receipt.status === 'accepted') {
    await remember(wiring, send, receipt);
    return ok(send.phone);
  }
  const { tenantId, identityId, purpose } = send;
  // An operator has to act on these: nothing is sent until then.
  const level = receipt.reason === 'misconfigured' ? 'error' : 'warn';
  wiring.logger[level]({ tenantId, identityId, purpose, ...receipt }, 'sms was not sent');
  const notSent: SmsNotSent = { code: 'sms_not_sent' };
  const settled = await settle(wiring, send, daily, receipt.status);
  return settled.andThen(() => err(notSent));
}

/** Tells the provider that the code sent to a number was typed in. Nobody waits for it. */
export function reportVerified(
  { smsSender, clock, logger, limits }: CodeDeliveryWiring,
  tenantId: string,
  destination: string,
): void {
  if (smsSender?.reportVerified === undefined) return;
  const sent = { tenantId, to: destination as PhoneNumber };
  const signal = clock.timeout(limits.smsTimeoutMs);
  // A sender of the host's may throw before it returns a promise, or return none.
  const report = async (): Promise<void> => smsSender.reportVerified?.(sent, { signal });
  report().catch((error: unknown) => {
    logger.warn({ tenantId, reason: nameOf(error) }, 'sms was not reported as verified');
  });
}

async function trySend(
  { smsSender, smsReceipts, clock, limits }: CodeDeliveryWiring,
  send: SendCode,
): Promise<SmsReceipt> {
  if (smsSender === null) throw new TypeError('createStepward was given no smsSender');
  const signal = clock.timeout(limits.smsTimeoutMs);
  const { codeId: id, tenantId, phone: to, text: body, code, locale, expiresInMs } = send;
  const { attempt, operationText } = send;
  const message = {
    ...{ id, tenantId, to, body, code, locale, expiresInMs, attempt },
    ...(operationText !== null && { operation: operationText }),
    ...(smsReceipts && { statusCallback: (provider: string) => smsReceipts.addressOf(provider) }),
  };
  try {
    const receipt = await inTime(smsSender.send(message, { signal }), signal);
    return isReceipt(receipt) ? receipt : NOT_A_RECEIPT;
  } catch (error) {
    // The message may have gone out by the timeout.
    return signal.aborted ? TIMED_OUT : { status: 'unknown', reason: nameOf(error) };
  }
}

function settle(
  { storage, clock, limits }: CodeDeliveryWiring,
  send: SendCode,
  daily: DailyCount | null,
  failure: 'refused' | 'unknown',
): Promise<Result<null, never>> {
  const { reservedAt, destinationKey, counted } = send;
  const scope = { ...send, destination: () => destinationKey, whenBusy: 'wait' } as const;
  return storage.decide(scope, ({ record }) => {
    if (isErased(record, send)) return ok({ outcome: null, record });
    const failed = { reservedAt, failure, counted };
    const settled = settleFailedSend(record, failed, clock.now(), limits);
    const dailySend =
      settled.givenBack && daily ? ({ ...daily, add: -1, bound: null } as const) : null;
    const change = { add: settled.uncounted, blocks: [] };
    return ok({ outcome: null, record: settled.record, dailySend, counted: change });
  });
}

/** Stores a message that the provider will report on. The code is sent: where this fails, the reports are ignored. */
async function remember(
  { storage, smsReceipts, clock, logger }: CodeDeliveryWiring,
  send: SendCode,
  { provider, messageId }: Accepted,
): Promise<void> {
  if (provider === undefined || messageId === undefined) return;
  if (!smsReceipts || smsReceipts.addressOf(provider) === null) return;
  const { tenantId, identityId, factor, counted } = send;
  const subject =
    send.purpose === 'step_up'
      ? { factor, purpose: send.purpose, sessionId: send.sessionId }
      : { factor, purpose: send.purpose };
  const whose = { identityId, ...subject };
  const sent = { sentAt: clock.now(), status: 'sent', reportedAt: null } as const;
  const key = messageKey(provider, messageId);
  try {
    const sentMessage = { key, provider, messageId, whose, counted, ...sent };
    const scope = { tenantId, ...whose, whenBusy: 'wait' } as const;
    await decideAlways(storage, scope, ({ record }) =>
      isErased(record, send) ? { outcome: null, record } : { outcome: null, record, sentMessage },
    );
  } catch (error) {
    logger.warn({ tenantId, provider, reason: nameOf(error) }, 'sent sms was not stored');
  }
}

/** Whether the person was erased since the send, and so the ledger that counted it: nothing is stored of that person again. */
function isErased({ sends }: FactorRecord, { reservedAt }: SendCode): boolean {
  return sends.sentAt.every((sentAt) => sentAt.getTime() !== reservedAt.getTime());
}

type Accepted = Extract<SmsReceipt, { status: 'accepted' }>;

const isStatus = isOneOf('accepted', 'refused', 'unknown');

/** A sender may be JavaScript. Without a status, nobody knows whether the message went out. */
function isReceipt(receipt: SmsReceipt): boolean {
  return isObject(receipt) && isStatus(receipt.status);
}

const NOT_A_RECEIPT: SmsReceipt = {
  status: 'unknown',
  reason: "send of the SMS sender must return { status: 'accepted' | 'refused' | 'unknown', … }",
};

const TIMED_OUT: SmsReceipt = { status: 'unknown', reason: 'timeout' };
