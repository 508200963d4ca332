import { EMPTY_SEND_LEDGER, type SendLedger } from './codes/budgets.js';
import { NO_CODE, type CodeState } from './codes/code-state.js';
import type { KeptFactor } from '../records/factor-name.js';

/** A factor that an identity has enrolled with Stepward. */
export interface EnrolledFactor {
  readonly enrolledAt: Date;
  /**
   * The data that its answers are verified with, in a format of the factor; secrets in it are encrypted or hashed.
   * Null where there is nothing to keep, as for SMS.
   */
  readonly verifier: string | null;
  /** Wrong answers for it since the last right one; at `guessesInARow` (100) it is suspended. */
  readonly wrongInARow: number;
}

/** The factors that an identity has enrolled with Stepward, by name. */
export type EnrolledFactors = Readonly<Partial<Record<KeptFactor, EnrolledFactor>>>;

/** The stored state of one identity's factors, its code for one factor and purpose, and the budgets that they use. */
export interface FactorRecord {
  readonly factors: EnrolledFactors;
  readonly state: CodeState;
  /** The identity's sends over all purposes. */
  readonly sends: SendLedger;
  /** The identity's wrong guesses over all factors and purposes within the last hour, oldest first. */
  readonly wrongGuesses: readonly Date[];
  /** The identity's sends within the last hour that a provider definitely refused, oldest first. */
  readonly refusals: readonly Date[];
  /** The identity's starts of enrolments that send nothing, within the last hour, oldest first. */
  readonly starts: readonly Date[];
  /** The sends to the destination in one share of its budget; empty where the record was read without one. */
  readonly destinationSends: SendLedger;
}

/** The record of an identity without stored state. */
export const EMPTY_FACTOR_RECORD: FactorRecord = {
  factors: {},
  state: NO_CODE,
  sends: EMPTY_SEND_LEDGER,
  wrongGuesses: [],
  refusals: [],
  starts: [],
  destinationSends: EMPTY_SEND_LEDGER,
};

/** The same factors without one. */
export function withoutFactor(factors: EnrolledFactors, name: KeptFactor): EnrolledFactors {
  return Object.fromEntries(Object.entries(factors).filter(([kept]) => kept !== name));
}
