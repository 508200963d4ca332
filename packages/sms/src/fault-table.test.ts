import type { SmsReceipt, SmsSender } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { startFault } from '../test/fault-server.js';
import { asksNext, FAULTS, outcomeOf, type Fault } from '../test/fault-table.js';
import { MESSAGE } from '../test/message.js';
import { PROVIDER_NAMES, PROVIDERS, SECRETS } from '../test/providers.js';
import { failover } from './failover.js';

const CASES = PROVIDER_NAMES.flatMap((provider) =>
  (Object.keys(FAULTS) as Fault[]).map((fault) => [provider, fault] as const),
);

describe.each(CASES)('%s: %s', (provider, fault) => {
  const expected = outcomeOf(fault, provider);

  it(`is ${expected}, and failover ${asksNext(expected) ? 'asks the next' : 'ends there'}`, async () => {
    const deadline = new AbortController();
    const server = await startFault(fault, provider, () => deadline.abort());
    const receipts: SmsReceipt[] = [];
    const first = recording(PROVIDERS[provider].create(server.baseUrl), receipts);
    const codes: string[] = [];
    const next: SmsSender = {
      send(message) {
        codes.push(message.code.reveal());
        return Promise.resolve({ status: 'accepted', messageId: 'next' });
      },
    };
    const logged: unknown[] = [];
    const log = (...line: unknown[]): void => void logged.push(line);
    const logger = { debug: log, info: log, warn: log, error: log };
    const sent = await failover([first, next], { logger }).send(MESSAGE, {
      signal: deadline.signal,
    });
    await server.close();

    const [receipt] = receipts;
    expect(receipt).toMatchObject({ provider });
    expect(receipt && told(receipt)).toBe(expected);
    expect(codes).toEqual(asksNext(expected) ? ['000042'] : []);
    expect(sent.status === 'accepted').toBe(asksNext(expected));
    expect(logged).toHaveLength(asksNext(expected) ? 1 : 0);
    const shown = JSON.stringify([receipts, logged]);
    for (const secret of [...Object.values(SECRETS), '000042', '4155552671', 'PRIVATE KEY']) {
      expect(shown).not.toContain(secret);
    }
    // A request is written once, and never before the connection and its certificate are good.
    expect(server.requests()).toBe(/name|connection|TLS|certificate/.test(fault) ? 0 : 1);
  });
});

function recording(sender: SmsSender, receipts: SmsReceipt[]): SmsSender {
  return {
    async send(...values) {
      const receipt = await sender.send(...values);
      receipts.push(receipt);
      return receipt;
    },
  };
}

function told(receipt: SmsReceipt): string {
  return receipt.status === 'accepted' ? 'accepted' : `${receipt.status}: ${receipt.reason}`;
}
