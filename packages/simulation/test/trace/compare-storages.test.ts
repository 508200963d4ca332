import { beforeAll, describe, expect, it } from 'vitest';
import { createPeopleWorld } from '../../src/people/people-world.js';
import { compareStorages } from './compare-storages.js';
import { recordTrace, type TracedCall } from './record-trace.js';
import { type Replica, simulatedReplica } from './replicas.js';

/** A simulated storage with a part that works in another way. */
function replicaWith(part: (storage: Replica['storage']) => Partial<Replica['storage']>): Replica {
  const replica = simulatedReplica();
  return { ...replica, storage: { ...replica.storage, ...part(replica.storage) } };
}

describe('the comparison of storages by a trace', () => {
  let trace: readonly TracedCall[];
  beforeAll(async () => {
    trace = await recordTrace(createPeopleWorld, 1, 200);
  });

  it('finds an answer that differs, at its call', async () => {
    const blind = replicaWith(({ decide }) => ({
      decide: (scope, decision) => decide(scope, (facts) => decision({ ...facts, identity: null })),
    }));
    await expect(compareStorages(trace, simulatedReplica(), blind)).rejects.toThrow(
      /^call \d+, \{"decided":.+"type":"decide"\}/,
    );
  });

  it('finds what one of them does not store, though no answer shows it', async () => {
    const forgetful = replicaWith(({ decide }) => ({
      decide: (scope, decision) =>
        decide(scope, (facts) =>
          decision(facts).map((decided) => ({ ...decided, trail: { entries: [], events: [] } })),
        ),
    }));
    await expect(compareStorages(trace, simulatedReplica(), forgetful)).rejects.toThrow(
      /^after call \d+:/,
    );
  });

  it('finds that the trace lacks a call', async () => {
    const isDecision = ({ call }: TracedCall): boolean =>
      call.type === 'decide' && call.decided.isOk();
    const lacking = trace.toSpliced(trace.findIndex(isDecision), 1);
    await expect(compareStorages(lacking, simulatedReplica(), simulatedReplica())).rejects.toThrow(
      'as recorded',
    );
  });
});
