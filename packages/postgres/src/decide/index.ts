/**
 * Decisions on an identity's factors. `decide.ts` reads the facts, lets the core decide and stores what it decided, each in
 * one plain statement. `read-facts.ts` has the statements that read. `change.ts` says what a decision changes, and
 * `write-statement.ts` stores it, in one statement that is composed of the parts in `budget-parts.ts`, `code-parts.ts`,
 * `factor-parts.ts` and `trail-parts.ts`. Units of work use the same statements (`stores/code-store.ts`).
 */
export { changeOf } from './change.js';
export { createDecider, LOST, type SendQuery } from './decide.js';
export {
  factsOf,
  holdFactsStatement,
  NOTHING_SENT,
  parsedRow,
  readChallengeStatement,
  readFactsStatement,
  type FactsRow,
  type SendRow,
} from './read-facts.js';
export { createDecisionWriter } from './write-statement.js';
