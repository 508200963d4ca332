import assert from 'node:assert/strict';
import { err, type Storage } from '@stepward/core';
import {
  type DecisionScope,
  type FinalStatus,
  messageKey,
  purgeStorage,
  SENT_MESSAGE_MS,
  type SentMessage,
} from '@stepward/core/adapter';
import type { StorageContractCase } from './contract-case.js';
import { OTHER_TENANT, TENANT, commit, decide, decideInVain, inParallel } from './contract-host.js';
import { addMs } from './duration.js';
import { SENT_MESSAGE } from './samples.js';
import { readSendCounters, sortedCounts } from './send-counters.js';

const DELIVERED: FinalStatus = {
  status: 'delivered',
  at: addMs(SENT_MESSAGE.sentAt, 1_001),
  isCountedAgain: false,
};
const FAILED: FinalStatus = {
  status: 'failed',
  at: addMs(SENT_MESSAGE.sentAt, 2_002),
  isCountedAgain: true,
};

/** What holds for messages with reports of their delivery. */
export const smsMessageCases: readonly StorageContractCase[] = [
  {
    name: 'a sent message is found with its tenant, and comes back as it was stored when its final status is',
    async run(createStorage) {
      const storage = await createStorage();
      const whose = { identityId: 'ada', factor: 'sms', purpose: 'phone' } as const;
      const other = messageNo(2, { whose });
      await insert(storage, SENT_MESSAGE);
      await insert(storage, other, OTHER_TENANT);
      assert.equal(await tenantOf(storage, SENT_MESSAGE), TENANT);
      assert.equal(await tenantOf(storage, other), OTHER_TENANT);
      assert.equal(await tenantOf(storage, messageNo(3)), null);
      const settled = await settle(storage, SENT_MESSAGE.key, DELIVERED);
      const { status, at: reportedAt } = DELIVERED;
      assert.deepEqual(settled, { ...SENT_MESSAGE, status, reportedAt });
      const undelivered = { ...FAILED, status: 'undelivered' } as const;
      assert.deepEqual(await settle(storage, other.key, undelivered, OTHER_TENANT), {
        ...other,
        status: 'undelivered',
        reportedAt: FAILED.at,
      });
    },
  },
  {
    name: 'the first final status of a message stays, also where the message is stored again, and of 20 in parallel one is the first',
    async run(createStorage) {
      const storage = await createStorage();
      await insert(storage, SENT_MESSAGE);
      const settled = await inParallel(20, (index) =>
        settle(storage, SENT_MESSAGE.key, index % 2 === 0 ? FAILED : DELIVERED),
      );
      assert.equal(settled.filter((message) => message !== null).length, 1);
      await insert(storage, SENT_MESSAGE);
      assert.equal(await settle(storage, SENT_MESSAGE.key, DELIVERED), null);
    },
  },
  {
    name: 'a message that did not arrive counts once more as sent, however often that is reported, and no other does',
    async run(createStorage) {
      const storage = await createStorage();
      const delivered = messageNo(2);
      const counts = SENT_MESSAGE.counted.map((key) => ({ ...key, sent: 1, verified: 0 }));
      const counted = sortedCounts({ counts });
      const queries = SENT_MESSAGE.counted.map(({ name }) => ({ name, since: new Date(0) }));
      await insert(storage, SENT_MESSAGE);
      await insert(storage, delivered);
      await settle(storage, delivered.key, DELIVERED);
      assert.deepEqual(await readSendCounters(storage, queries), { counts: [], blocks: [] });
      await inParallel(5, () => settle(storage, SENT_MESSAGE.key, FAILED));
      assert.deepEqual(sortedCounts(await readSendCounters(storage, queries)), counted);
      await insert(storage, messageNo(3));
      await settle(storage, messageNo(3).key, FAILED);
      assert.deepEqual(
        sortedCounts(await readSendCounters(storage, queries)),
        counted.map((count) => ({ ...count, sent: 2 })),
      );
    },
  },
  {
    name: "no tenant stores the status of another's message",
    async run(createStorage) {
      const storage = await createStorage();
      await insert(storage, SENT_MESSAGE);
      assert.equal(await settle(storage, SENT_MESSAGE.key, FAILED, OTHER_TENANT), null);
      assert.notEqual(await settle(storage, SENT_MESSAGE.key, DELIVERED), null);
    },
  },
  {
    name: 'a message that a refused decision stores is not there, and a status is rolled back with its unit of work',
    async run(createStorage) {
      const storage = await createStorage();
      await decideInVain(storage, scopeOfMessage(SENT_MESSAGE), { sentMessage: SENT_MESSAGE });
      assert.equal(await tenantOf(storage, SENT_MESSAGE), null);
      await insert(storage, SENT_MESSAGE);
      const refused = await storage.run({ tenantId: TENANT }, async ({ smsMessages }) => {
        assert.notEqual(await smsMessages.settle(SENT_MESSAGE.key, FAILED), null);
        return err('no');
      });
      assert.ok(refused.isErr());
      assert.notEqual(await settle(storage, SENT_MESSAGE.key, DELIVERED), null);
    },
  },
  {
    name: 'purge forgets messages that were sent 7 days ago, whatever their status, and no younger one',
    async run(createStorage) {
      const storage = await createStorage();
      const now = addMs(SENT_MESSAGE.sentAt, SENT_MESSAGE_MS);
      const younger = messageNo(2, { sentAt: addMs(SENT_MESSAGE.sentAt, 1) });
      const theirs = messageNo(3);
      await insert(storage, SENT_MESSAGE);
      await insert(storage, younger);
      await insert(storage, theirs, OTHER_TENANT);
      await settle(storage, SENT_MESSAGE.key, DELIVERED);
      await purgeStorage(storage, now);
      const found = [SENT_MESSAGE, younger, theirs].map((message) => tenantOf(storage, message));
      assert.deepEqual(await Promise.all(found), [null, TENANT, null]);
    },
  },
];

function messageNo(index: number, changes: Partial<SentMessage> = {}): SentMessage {
  const messageId = `m-${String(index)}`;
  const key = messageKey(SENT_MESSAGE.provider, messageId);
  return { ...SENT_MESSAGE, messageId, key, ...changes };
}

function scopeOfMessage({ whose }: SentMessage, tenantId = TENANT): DecisionScope {
  return { tenantId, ...whose };
}

function insert(storage: Storage, message: SentMessage, tenantId = TENANT): Promise<void> {
  return decide(storage, scopeOfMessage(message, tenantId), () => ({ sentMessage: message }));
}

async function tenantOf(storage: Storage, { key }: SentMessage): Promise<string | null> {
  const found = await storage.lookUp('smsMessage', { messageKey: key });
  return found && found.tenantId;
}

function settle(
  storage: Storage,
  key: string,
  final: FinalStatus,
  tenantId = TENANT,
): Promise<SentMessage | null> {
  return commit(storage, { tenantId }, ({ smsMessages }) => smsMessages.settle(key, final));
}
