import { err, ok, type Result } from 'neverthrow';
import type { PhoneNumber } from '../../phones/phone-number.js';
import type { Clock } from '../../ports/clock.js';
import type { Logger } from '../../ports/logger.js';
import type { SmsReceipt, SmsSender } from '../../ports/sms-sender.js';
import type { Storage } from '../../ports/storage.js';
import { utcDay } from './daily-budget.js';
import type { SendCode } from './issue-to-phone.js';
import type { CodeLimits } from '../codes/limits.js';
import { settleFailedSend } from '../codes/settle-failed-send.js';

/** The provider did not take the message. The cool-down is lifted, so asking again works at once, within the budgets. */
export interface SmsNotSent {
  readonly code: 'sms_not_sent';
}

/** Hands messages over. */
export interface CodeDeliveryService {
  /** Sends a stored code after its unit of work, within the time limit, and settles a failure with the budgets. */
  deliver(send: SendCode): Promise<Result<PhoneNumber, SmsNotSent>>;
}

export interface CodeDeliveryOptions {
  readonly storage: Storage;
  readonly smsSender: SmsSender;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: CodeLimits;
}

export function createCodeDeliveryService(options: CodeDeliveryOptions): CodeDeliveryService {
  const { storage, smsSender, clock, logger, limits } = options;

  async function trySend(send: SendCode): Promise<SmsReceipt> {
    const signal = clock.timeout(limits.smsTimeoutMs);
    const message = { tenantId: send.tenantId, to: send.phone, body: send.text };
    try {
      return await inTime(smsSender.send(message, { signal }), signal);
    } catch (error) {
      // A sender that stops at its timeout throws as well.
      if (signal.aborted) return TIMED_OUT;
      return { status: 'unknown', reason: error instanceof Error ? error.name : 'thrown' };
    }
  }

  function settle(send: SendCode, failure: 'refused' | 'unknown'): Promise<Result<null, never>> {
    const { reservedAt, destinationKey } = send;
    const scope = { ...send, destination: () => destinationKey, whenBusy: 'wait' } as const;
    return storage.decide(scope, ({ record, tenant }) => {
      const settled = settleFailedSend(record, { reservedAt, failure }, clock.now(), limits);
      const isCounted = settled.givenBack && tenant.sms.dailyBudget !== null;
      const dailySend = isCounted
        ? ({ day: utcDay(reservedAt), add: -1, bound: null } as const)
        : null;
      return ok({ outcome: null, record: settled.record, dailySend });
    });
  }

  return {
    async deliver(send) {
      const receipt = await trySend(send);
      if (receipt.status === 'accepted') return ok(send.phone);
      const { tenantId, identityId, purpose } = send;
      const { status, reason } = receipt;
      logger.warn({ tenantId, identityId, purpose, status, reason }, 'sms was not sent');
      const notSent: SmsNotSent = { code: 'sms_not_sent' };
      const settled = await settle(send, status);
      return settled.andThen(() => err(notSent));
    },
  };
}

const TIMED_OUT: SmsReceipt = { status: 'unknown', reason: 'timeout' };

/**
 * Returns the receipt, or `unknown` once the signal aborts: the message may have gone out by then. A signal with a
 * listener stays in memory until it times out, so the listener is removed when the receipt arrives.
 */
function inTime(receipt: Promise<SmsReceipt>, signal: AbortSignal): Promise<SmsReceipt> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      resolve(TIMED_OUT);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    void Promise.resolve(receipt)
      .then(resolve, reject)
      .finally(() => {
        signal.removeEventListener('abort', giveUp);
      });
  });
}
