import { EMPTY_SEND_LEDGER, type SendLedger } from './budgets.js';
import { NO_CODE, type CodeState } from './code-state.js';

/** What is stored about one identity's SMS codes for one purpose, and the budgets they draw on. */
export interface CodeRecord {
  /** When the SMS factor was enrolled; null where it is not. */
  readonly enrolledAt: Date | null;
  readonly state: CodeState;
  /** The identity's sends over all purposes. */
  readonly sends: SendLedger;
  /** The identity's wrong codes over all purposes within the last hour, oldest first. */
  readonly wrongGuesses: readonly Date[];
  /** The identity's sends within the last hour that a provider definitely refused, oldest first. */
  readonly refusals: readonly Date[];
  /** The sends to the phone number in one share of its budget; empty where the record was read without one. */
  readonly phoneSends: SendLedger;
}

/** The record of an identity that nothing was ever stored about. */
export const EMPTY_CODE_RECORD: CodeRecord = {
  enrolledAt: null,
  state: NO_CODE,
  sends: EMPTY_SEND_LEDGER,
  wrongGuesses: [],
  refusals: [],
  phoneSends: EMPTY_SEND_LEDGER,
};
