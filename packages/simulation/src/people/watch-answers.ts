import type { Simulation } from '../kernel/simulation.js';
import { keyOf, type Person } from './people.js';
import type { Phones } from './phones.js';

/** Watches what people type, and what they are told. */
export interface AnswerWatch {
  /**
   * Takes note that a code by message is typed; returns a function that takes the result: the refusal, null where it was
   * accepted, or 'unknown'.
   */
  typed(person: Person, code: string): (refusal: string | null) => void;
  /** Is told that a code of an authenticator app was accepted. */
  acceptedApp(person: Person, code: string): void;
  /** Is told that an administrator makes a person's live codes void; returns what is told when that is done. */
  voiding(person: Person): () => void;
}

/** Wrong answers that are compared within an hour at most. */
const GUESSES_PER_HOUR = 10;

/** Milliseconds by which the clocks of two processes may differ, and a little more. */
const SKEW_MS = 5_000;

const HOUR_MS = 3_600_000 - SKEW_MS;

/** The lifetime of a code by message, in milliseconds. */
const LIFETIME_MS = 900_000 + SKEW_MS;

/** From the beginning of an operation to its end, by the true time. */
interface Span {
  readonly from: number;
  readonly to: number;
}

export function watchAnswers({ now, violate }: Simulation, phones: Phones): AnswerWatch {
  const used = new Set<string>();
  const wrong = new Map<string, readonly Span[]>();
  /** How many right codes of each person are on their way, or were when their process died. */
  const right = new Map<string, number>();
  const voided = new Map<string, Span[]>();

  function accept(person: Person, code: string, from: number): void {
    const key = keyOf(person);
    const message = phones.messagesTo(person).findLast((each) => each.code === code);
    if (message === undefined) return violate(`${key} was never sent the code that was accepted`);
    const name = `${key} ${String(message.at)}`;
    if (used.has(name)) violate(`a code of ${key} was good twice`);
    used.add(name);
    if (from - message.at > LIFETIME_MS) violate(`a code of ${key} was good for too long`);
    const isVoid = (voided.get(key) ?? []).some(
      (span) => message.at <= span.from && span.to <= from,
    );
    if (isVoid) violate(`a code of ${key} was good after an administrator had made it void`);
  }

  /** A right answer takes away wrong ones, so nothing is counted while one may. */
  function countRight(key: string, by: 1 | -1): void {
    right.set(key, (right.get(key) ?? 0) + by);
    wrong.delete(key);
  }

  function countWrong(key: string, span: Span): void {
    if ((right.get(key) ?? 0) > 0) return;
    const spans = [...(wrong.get(key) ?? []), span];
    wrong.set(key, spans);
    const recent = spans.filter(({ from }) => span.to - from < HOUR_MS);
    if (recent.length > GUESSES_PER_HOUR) {
      violate(`${String(recent.length)} wrong answers of ${key} were compared within an hour`);
    }
  }

  return {
    typed(person, code) {
      const from = now();
      const key = keyOf(person);
      const isRight = phones.messagesTo(person).some((message) => message.code === code);
      if (isRight) countRight(key, 1);
      return (refusal) => {
        if (isRight) countRight(key, -1);
        if (refusal === null) accept(person, code, from);
        if (refusal === 'code_mismatch' && !isRight) countWrong(key, { from, to: now() });
      };
    },
    acceptedApp(person, code) {
      const name = `${keyOf(person)} app ${code}`;
      if (used.has(name)) violate(`a code of an app of ${keyOf(person)} was good twice`);
      used.add(name);
    },
    voiding(person) {
      const from = now();
      return () => {
        const spans = voided.get(keyOf(person)) ?? [];
        spans.push({ from, to: now() });
        voided.set(keyOf(person), spans);
      };
    },
  };
}
