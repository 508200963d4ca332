/**
 * Runs eighteen days through the fraud guard of SMS, honest ones and attacks, with its rules off, monitoring and enforced.
 * Prints the messages that the attacker got, and the honest people who were refused. Nothing is measured, so that the
 * figures are the same each time; `docs/sms-fraud.md` shows them.
 */
import { fraudOutcomes } from './sms-fraud/outcomes.js';

const rows = fraudOutcomes().map(({ name, off, monitor, enforce }) => ({
  day: name,
  'attacker, off': off.attackerGot,
  'attacker, monitor': monitor.attackerGot,
  'attacker, enforce': enforce.attackerGot,
  'people refused': enforce.honestRefused,
  blocks: enforce.blocks,
}));
console.table(rows);
