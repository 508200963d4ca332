import { ok } from 'neverthrow';
import type { Decided, DecisionFacts, DecisionScope } from '../ports/decision.js';
import type { Storage } from '../ports/storage.js';

/** Makes a decision that cannot be refused, and returns its outcome. */
export async function decideAlways<T>(
  storage: Pick<Storage, 'decide'>,
  scope: DecisionScope,
  decision: (facts: DecisionFacts) => Decided<T, never>,
): Promise<T> {
  const decided = await storage.decide<T, never>(scope, (facts) => ok(decision(facts)));
  return decided.match(
    (outcome) => outcome,
    (impossible) => impossible,
  );
}

/** Reads the facts of a decision that changes nothing. */
export function readFacts(
  storage: Pick<Storage, 'decide'>,
  scope: DecisionScope,
): Promise<DecisionFacts> {
  return decideAlways(storage, { ...scope, isRead: true }, (facts) => ({
    outcome: facts,
    record: facts.record,
  }));
}
