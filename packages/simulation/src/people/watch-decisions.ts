import type { Storage } from '@stepward/core';
import type { Decided, DecisionFacts, DecisionScope } from '@stepward/core/adapter';
import { keyOf } from './people.js';

/** What is stored of the messages to each person. */
export interface SendLedgers {
  /** When messages to a person were counted, as it is stored. */
  countedOf(person: string): readonly Date[];
}

/**
 * Watches decisions as they are stored: a right answer has its entry of the log, and a wrong one is counted, in the same
 * transaction.
 */
export function watchDecisions(
  storage: Pick<Storage, 'decide'>,
  violate: (message: string) => void,
): Pick<Storage, 'decide'> & SendLedgers {
  const counted = new Map<string, readonly Date[]>();

  function check(
    scope: DecisionScope,
    facts: DecisionFacts,
    decided: Decided<unknown, unknown>,
  ): void {
    const person = keyOf(scope);
    const types = (decided.trail?.entries ?? []).map(({ type }) => type);
    const isLonger = decided.record.authenticators.length > facts.record.authenticators.length;
    if (isLonger && !types.includes('factor.enrolled')) {
      violate(`${person} enrolled, and the log does not have it`);
    }
    const answer = answerOf(decided.outcome);
    if (answer === 'accepted' && !types.some((type) => PROVEN.includes(type))) {
      violate(`an answer of ${person} was accepted, and the log does not have it`);
    }
    if (answer === 'code_mismatch' && decided.record.wrongGuesses === facts.record.wrongGuesses) {
      violate(`a wrong answer of ${person} was not counted`);
    }
    counted.set(person, decided.record.sends.sentAt);
  }

  return {
    async decide(scope, decision) {
      let seen: (() => void) | null = null;
      const done = await storage.decide(scope, (facts) => {
        const decided = decision(facts);
        seen = decided.isErr() ? null : () => check(scope, facts, decided.value);
        return decided;
      });
      if (done.isOk()) (seen as (() => void) | null)?.();
      return done;
    },
    countedOf: (person) => counted.get(person) ?? [],
  };
}

const PROVEN: readonly string[] = ['factor.enrolled', 'factor.verified', 'phone.verified'];

/** What an answer came to, where the outcome of a decision is that of an answer. */
function answerOf(outcome: unknown): string | null {
  const { outcome: checked } = (outcome ?? {}) as {
    outcome?: { readonly type?: string; readonly error?: { readonly code: string } };
  };
  return checked?.error?.code ?? checked?.type ?? null;
}
