import { err, ok } from '@stepward/core';
import type {
  ArrivalCursor,
  Arrivals,
  Decided,
  DecisionFacts,
  DeliveryQueue,
  Fence,
  HeldShards,
  OwnedShard,
} from '@stepward/core/adapter';
import type { FactorRecord } from '@stepward/core/factors';
import { listWaiting } from '@stepward/testing';
import type {
  DecideCall,
  QueueCall,
  StorageCall,
  UnitCall,
} from '../../src/storage/storage-call.js';
import type { Replica } from './replicas.js';

/**
 * Returns a function that runs the calls of a trace on a storage, one after the other, and returns their answers. What only one
 * storage can read, epochs and cursors, is translated from that of the recorded one.
 */
export function runnerOn({
  storage,
  transaction,
}: Replica): (call: StorageCall) => Promise<unknown> {
  const epochs = createEpochs();
  const cursors = new Map<ArrivalCursor, ArrivalCursor>();

  async function runUnit({ scope, statements, isCommitted }: UnitCall): Promise<unknown> {
    const answers: unknown[] = [];
    const done = await storage.run<string, string>(scope, async (stores) => {
      for (const { run } of statements) answers.push(await run(stores, storage));
      return isCommitted ? ok('committed') : err('rolled back');
    });
    return { answers, end: done.isOk() ? done.value : done.error };
  }

  async function runDecide({ scope, decided, answer: recorded }: DecideCall): Promise<unknown> {
    let given: DecisionFacts | null = null;
    const done = await storage.decide(scope, (facts) => {
      given = facts;
      return decided.map((each) => basedOn(facts, recorded.facts, each));
    });
    return { facts: given, refusal: done.isErr() ? done.error : null };
  }

  /** The recorded storage counts the owners of a shard, so its epoch says which one it was. */
  function ownFence({ worker, shards }: Fence): Fence {
    return { worker, shards: shards.map(epochs.toOwn) };
  }

  async function runQueue({ method, args, answer: recorded }: QueueCall): Promise<unknown> {
    const { queue } = storage;
    switch (method) {
      case 'hold': {
        const held = await queue.hold(...(args as Parameters<DeliveryQueue['hold']>));
        return { ...held, owned: held.owned.map(epochs.toCount) } satisfies HeldShards;
      }
      case 'arrivals': {
        const [shards, after, limit] = args as Parameters<DeliveryQueue['arrivals']>;
        const own = after === null ? null : (cursors.get(after) ?? null);
        const answer = await queue.arrivals(shards, own, limit);
        cursors.set((recorded as Arrivals).cursor, answer.cursor);
        return answer;
      }
      case 'waiting': {
        const [shards, , limit] = args as Parameters<DeliveryQueue['waiting']>;
        return listWaiting(queue, shards, limit);
      }
      case 'dispatch': {
        const [fence, ...rest] = args as Parameters<DeliveryQueue['dispatch']>;
        return queue.dispatch(ownFence(fence), ...rest);
      }
      case 'finish': {
        const [fence, finished] = args as Parameters<DeliveryQueue['finish']>;
        return queue.finish(ownFence(fence), finished);
      }
      case 'load':
        return queue.load(...(args as Parameters<DeliveryQueue['load']>));
      case 'open':
        return queue.open(...(args as Parameters<DeliveryQueue['open']>));
      case 'queueState':
        return queue.queueState(...(args as Parameters<DeliveryQueue['queueState']>));
    }
  }

  return async (call) => {
    switch (call.type) {
      case 'unit':
        return runUnit(call);
      case 'decide':
        return runDecide(call);
      case 'lookUp':
        return storage.lookUp(call.kind, call.by);
      case 'queue':
        return runQueue(call);
      case 'transaction':
        return transaction(async (tx) => {
          for (const event of call.events) await storage.appendEvent(tx, ...event);
        });
    }
  };
}

/** The epochs of each shard in their order: one storage counts from 1, another from any number. */
function createEpochs(): Readonly<Record<'toCount' | 'toOwn', (shard: OwnedShard) => OwnedShard>> {
  const known = new Map<number, readonly number[]>();
  return {
    toCount({ shard, epoch }) {
      const before = known.get(shard) ?? [];
      const all = before.includes(epoch) ? before : [...before, epoch];
      known.set(shard, all);
      return { shard, epoch: all.indexOf(epoch) + 1 };
    },
    toOwn: ({ shard, epoch }) => ({ shard, epoch: known.get(shard)?.[epoch - 1] ?? 0 }),
  };
}

/** Returns a decision about other facts: the parts of the record that it left as they were stay as they are. */
function basedOn(
  facts: DecisionFacts,
  recorded: DecisionFacts,
  decided: Decided<unknown, unknown>,
): Decided<unknown, unknown> {
  const parts = Object.entries(decided.record).map(([name, part]) => {
    const of = name as keyof FactorRecord;
    return [name, part === recorded.record[of] ? facts.record[of] : part];
  });
  return { ...decided, record: Object.fromEntries(parts) as FactorRecord };
}
