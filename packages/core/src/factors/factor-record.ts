import type { Authenticators } from './authenticator.js';
import { EMPTY_SEND_LEDGER, type SendLedger } from './codes/budgets.js';
import { NO_CODE, type CodeState } from './codes/code-state.js';

/** The stored state of one identity's factors, its code for one factor and purpose, and the budgets that they use. */
export interface FactorRecord {
  readonly authenticators: Authenticators;
  readonly state: CodeState;
  /** The identity's sends over all purposes. */
  readonly sends: SendLedger;
  /** The identity's wrong guesses over all factors and purposes within the last hour, oldest first. */
  readonly wrongGuesses: readonly Date[];
  /** The identity's sends within the last hour that a provider definitely refused, oldest first. */
  readonly refusals: readonly Date[];
  /** Starts of enrolments that send nothing, and sets of recovery codes, within the last hour, oldest first. */
  readonly starts: readonly Date[];
  /** The sends to the destination in one share of its budget; empty where the record was read without one. */
  readonly destinationSends: SendLedger;
}

/** The record of an identity without stored state. */
export const EMPTY_FACTOR_RECORD: FactorRecord = {
  authenticators: [],
  state: NO_CODE,
  sends: EMPTY_SEND_LEDGER,
  wrongGuesses: [],
  refusals: [],
  starts: [],
  destinationSends: EMPTY_SEND_LEDGER,
};
