import { err, type Result, type Storage } from '@stepward/core';
import {
  type Decided,
  decisionScope,
  type DecisionFacts,
  type DecisionScope,
  requireTenantId,
} from '@stepward/core/adapter';
import type { Client } from './client.js';
import type { DatabaseServer } from './database-server.js';
import type { DecideCall } from './storage-call.js';
import { beginTransaction } from './unit-of-work.js';

/**
 * One statement reads, and one stores where nothing has changed meanwhile. Otherwise the decision is made again, under the
 * locks: here it always is.
 */
export function connectDecide(server: DatabaseServer, client: Client): Storage['decide'] {
  return async (scope, decision) => {
    requireTenantId(scope.tenantId);
    const judged = await client.call('decide: read', () => readDecision(server, scope, decision));
    if (judged?.isErr() === true) return err(judged.error);
    const unit = beginTransaction(server, client, scope.tenantId);
    client.onDeath(() => unit.end());
    try {
      const { lock, whenBusy = 'refuse' } = decisionScope(scope);
      return await unit.alone([lock].flat(), whenBusy, 'decide: write', () =>
        writeDecision(server, scope, decision),
      );
    } finally {
      unit.end();
    }
  };
}

type Decision<T, E> = (facts: DecisionFacts) => Result<Decided<T, E>, E>;

/** Makes a decision, and stores nothing. */
async function readDecision<T, E>(
  { memory, record }: DatabaseServer,
  scope: DecisionScope,
  decision: Decision<T, E>,
): Promise<Result<Decided<T, E>, E> | null> {
  const undone = await memory.decide<never, Made<T, E>>(scope, (facts) =>
    err({ facts, decided: decision(facts) }),
  );
  if (undone.isOk()) return null;
  const { decided } = undone.error;
  if (decided.isErr()) record(callOf(scope, undone.error, decided.error));
  return decided;
}

async function writeDecision<T, E>(
  { memory, record }: DatabaseServer,
  scope: DecisionScope,
  decision: Decision<T, E>,
): Promise<Result<T, E>> {
  const made: Made<T, E>[] = [];
  const done = await memory.decide<T, E>(scope, (facts) => {
    const decided = decision(facts);
    made.push({ facts, decided });
    return decided;
  });
  const last = made.at(-1);
  if (last !== undefined) record(callOf(scope, last, done.isErr() ? done.error : null));
  return done;
}

interface Made<T, E> {
  readonly facts: DecisionFacts;
  readonly decided: Result<Decided<T, E>, E>;
}

/** The functions of the scope may look at a clock, so their values are kept. */
function callOf<T, E>(
  { destination, counters, ...scope }: DecisionScope,
  { facts, decided }: Made<T, E>,
  refusal: E | null,
): DecideCall {
  const key = destination?.(facts.identity) ?? null;
  const queries = counters?.(facts.identity) ?? [];
  return {
    type: 'decide',
    scope: {
      ...scope,
      ...(destination !== undefined && { destination: () => key }),
      ...(counters !== undefined && { counters: () => queries }),
    },
    decided,
    answer: { facts, refusal },
  };
}
