import { err, ok, type Result } from 'neverthrow';
import type { PhoneNumber } from '../identity/phone-number.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { PhoneCountry } from '../ports/phone-country.js';
import type { Random } from '../ports/random.js';
import type { SmsReceipt, SmsSender } from '../ports/sms-sender.js';
import type { Storage, Stores } from '../ports/storage.js';
import type { KeyRing } from '../shared/key-ring.js';
import type { Tenant } from '../tenant/tenant.js';
import { releaseSend } from './budgets.js';
import type { CodeContext } from './code-digest.js';
import type { CodeRecord } from './code-record.js';
import { checkDailyBudget, utcDay, type TenantSendBudgetSpent } from './daily-budget.js';
import { identityScope } from './identity-scope.js';
import type { IssuedCode, SendCode } from './issue-code.js';
import type { CodeLimits } from './limits.js';
import { newCode, type NewCode } from './new-code.js';
import { ONE_TIME_CODE_COUNT } from './one-time-code.js';

/** The provider did not take the message. The cool-down is lifted, so asking again works at once. */
export interface SmsNotSent {
  readonly code: 'sms_not_sent';
}

/** What sending codes needs, whatever they are for. */
export interface CodeServiceOptions {
  readonly storage: Storage;
  readonly smsSender: SmsSender;
  readonly codeKeys: KeyRing;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits: CodeLimits;
}

/** The steps that enrolment and phone verification share when a code goes out. */
export interface CodeService {
  /** Draws a code for a number. Nothing is stored or sent. */
  draw(whose: Omit<CodeContext, 'codeId'>): NewCode;
  /** Stores an issued code inside its unit of work, within the tenant's daily budget. */
  store(
    stores: Stores,
    tenant: Tenant,
    before: CodeRecord,
    issued: IssuedCode,
  ): Promise<Result<SendCode, TenantSendBudgetSpent>>;
  /** Sends a stored code after its unit of work, within the time limit; a failure gives the send back. */
  deliver(send: SendCode): Promise<Result<PhoneNumber, SmsNotSent>>;
}

/** What a service needs that has codes sent. */
export interface CodeUserOptions extends CodeServiceOptions {
  readonly codes: CodeService;
  readonly phoneCountry: PhoneCountry;
}

export function createCodeService(options: CodeServiceOptions): CodeService {
  const { storage, smsSender, codeKeys, clock, random, logger, limits } = options;

  async function trySend(send: SendCode): Promise<SmsReceipt> {
    const signal = clock.deadline(limits.smsTimeoutMs);
    const message = { tenantId: send.tenantId, to: send.phone, body: send.text };
    try {
      return await Promise.race([smsSender.send(message, { signal }), timeOut(signal)]);
    } catch (error) {
      // A sender that stops because its time is up throws as well, and what it sent is not known.
      if (signal.aborted) return TIMED_OUT;
      return { status: 'refused', reason: error instanceof Error ? error.name : 'thrown' };
    }
  }

  function giveBack(send: SendCode, failure: 'refused' | 'unknown'): Promise<Result<null, never>> {
    const { identityId, purpose, phoneKey, reservedAt } = send;
    const key = { identityId, purpose, phoneKey };
    return storage.run(identityScope(send), async (stores) => {
      const { record, tenant } = await stores.codes.readWithTenant(key);
      await stores.codes.write(key, record, {
        ...record,
        sends: releaseSend(record.sends, reservedAt, failure),
        phoneSends: releaseSend(record.phoneSends, reservedAt, failure),
      });
      if (failure === 'refused' && tenant.sms.dailyBudget !== null) {
        await stores.dailySends.add(utcDay(reservedAt), -1);
      }
      return ok(null);
    });
  }

  return {
    draw: (whose) =>
      newCode(codeKeys, { ...whose, codeId: random.uuid() }, random.integer(ONE_TIME_CODE_COUNT)),

    async store(stores, tenant, before, { record, send }) {
      const { identityId, purpose, phoneKey, reservedAt } = send;
      const { dailyBudget } = tenant.sms;
      if (dailyBudget !== null) {
        const count = await stores.dailySends.add(utcDay(reservedAt), 1);
        const within = checkDailyBudget(count, dailyBudget, reservedAt);
        if (within.isErr()) return err(within.error);
      }
      await stores.codes.write({ identityId, purpose, phoneKey }, before, record);
      return ok(send);
    },

    async deliver(send) {
      const receipt = await trySend(send);
      if (receipt.status === 'accepted') return ok(send.phone);
      const { tenantId, identityId, purpose } = send;
      const { status, reason } = receipt;
      logger.warn({ tenantId, identityId, purpose, status, reason }, 'sms was not sent');
      const notSent: SmsNotSent = { code: 'sms_not_sent' };
      const givenBack = await giveBack(send, status);
      return givenBack.andThen(() => err(notSent));
    },
  };
}

const TIMED_OUT: SmsReceipt = { status: 'unknown', reason: 'timeout' };

/** Resolves as `unknown` when the signal aborts: the message may have gone out by then. */
function timeOut(signal: AbortSignal): Promise<SmsReceipt> {
  return new Promise((resolve) => {
    const report = (): void => {
      resolve(TIMED_OUT);
    };
    if (signal.aborted) report();
    else signal.addEventListener('abort', report, { once: true });
  });
}
