import { newEntries } from '../../trail/new-entries.js';
import type { Clock, Logger, Random } from '../../../ports/platform.js';
import type { Storage } from '../../../ports/storage.js';
import { inUnitOfWork } from '../../../shared/storage/in-unit-of-work.js';
import { DEFAULT_TENANT } from '../../../tenants/tenant.js';
import type { SmsDeliveryReceipt } from './delivery-receipt.js';
import { isCountedAgain, messageKey } from './sent-message.js';

/** Records what providers report of messages, for edges that have checked that a report is genuine. */
export interface SmsReceiptService {
  /**
   * Records the final status of each message, once: the first one stays, whatever is reported after it. A message that
   * did not arrive is an entry `factor.delivery_failed` in its tenant's authentication log, and counts once more for the fraud
   * guard. A message that is not known is ignored.
   *
   * @param provider the name under which its sender reported the message as accepted, for example `twilio`
   */
  record(provider: string, receipts: readonly SmsDeliveryReceipt[]): Promise<void>;
}

export interface SmsReceiptWiring {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export function createSmsReceiptService(wiring: SmsReceiptWiring): SmsReceiptService {
  return {
    async record(provider, receipts) {
      for (const receipt of receipts) {
        if (receipt.status !== 'sent') await recordReceipt(wiring, provider, receipt);
      }
    },
  };
}

type FinalReceipt = Exclude<SmsDeliveryReceipt, { readonly status: 'sent' }>;

async function recordReceipt(
  wiring: SmsReceiptWiring,
  provider: string,
  receipt: FinalReceipt,
): Promise<void> {
  const { storage, clock, random, logger } = wiring;
  const key = messageKey(provider, receipt.messageId);
  const found = await storage.lookUp('smsMessage', { messageKey: key });
  if (found === null) return;
  const { tenantId } = found;
  const now = clock.now();
  const isRecorded = await inUnitOfWork(storage, { tenantId }, async (stores) => {
    const final = { status: receipt.status, at: now, isCountedAgain: isCountedAgain(receipt) };
    const message = await stores.smsMessages.settle(key, final);
    if (message === null) return false;
    if (receipt.status === 'delivered') return true;
    const { hipaa } = (await stores.policies.read(null)).tenant ?? DEFAULT_TENANT;
    const actor = { type: 'system', id: provider } as const;
    const scene = { whose: message.whose, hipaa, now, actor, client: null };
    const failed = { type: 'factor.delivery_failed', reason: receipt.reason } as const;
    const entries = newEntries([failed], scene, () => random.bytes(10));
    await stores.record({ entries, events: [] });
    return true;
  });
  if (!isRecorded || receipt.status === 'delivered') return;
  const { status, reason, detail } = receipt;
  // An operator has to act on these: nothing arrives until then.
  const level = reason === 'misconfigured' ? 'error' : 'warn';
  logger[level]({ tenantId, provider, status, reason, detail }, 'sms did not arrive');
}
