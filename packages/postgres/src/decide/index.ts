/**
 * Decisions on an identity's factors. `decide.ts` reads the facts, lets the core decide and stores what it decided, each in
 * one plain statement; `decide-in-unit.ts` has the same for a unit of work. `read-facts.ts` has the statements that read,
 * and `read-people.ts` the one that reads many people at once.
 * `change.ts` says what a decision changes, and `write-statement.ts` stores it, in one statement that is composed of the
 * parts in `budget-parts.ts`, `code-parts.ts`, `factor-parts.ts` and `trail-parts.ts`.
 */
export { createDecider, LOST, type SendQuery } from './decide.js';
export { decisionPartsIn, untilSlotFound } from './decide-in-unit.js';
export { type PeopleRow, readPeopleStatement, storedPeople } from './read-people.js';
export { parsedRow, readChallengeStatement, type FactsRow } from './read-facts.js';
