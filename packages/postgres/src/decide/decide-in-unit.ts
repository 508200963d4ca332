import { err, ok } from '@stepward/core';
import type { DecisionParts, DecisionUnit } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import type { TenantSession } from '../connection/tenant-session.js';
import type { QueueSchema } from '../queue/news.js';
import { storedChallenge } from '../stores/code-row.js';
import { changeOf } from './change.js';
import {
  factsOf,
  holdFactsStatement,
  NOTHING_SENT,
  parsedRow,
  readFactsStatement,
  type FactsRow,
} from './read-facts.js';
import { SLOTS } from './slots.js';
import { DECISION_LOST, refusalsOf, says } from './write-part.js';
import { createDecisionWriter } from './write-statement.js';

/** A unit of work that a decision is made in. */
export type DecidingUnit = DecisionUnit & { readonly session: TenantSession };

/** Reads and stores what decisions are about in a unit of work, by the same statements as without one. */
export function decisionPartsIn(target: QueueSchema): DecisionParts<DecidingUnit> {
  const schema = quoteIdentifier(target.schemaName);
  const readAlone = readFactsStatement(schema);
  const hold = holdFactsStatement(schema);
  const write = createDecisionWriter(target);

  return {
    async read(key, counters, organisationId, { session: { tenantId, logger, query } }) {
      const owner = { ...key, tenantId };
      const isSend = key.destinationKey !== null || counters.length > 0;
      const read = isSend
        ? hold(owner, counters, organisationId)
        : readAlone(owner, { organisationId, ofPerson: true });
      const [row] = await query(read.statement, read.values);
      const rows = { ...NOTHING_SENT, ...(parsedRow(row) as FactsRow) };
      const challenge = rows.challenge && storedChallenge(rows.challenge);
      return { ...factsOf(rows, organisationId, logger), challenge };
    },
    async write(key, before, { outcome, record, ...also }, { session: { tenantId, query } }) {
      const change = changeOf({ ...key, tenantId }, before, record, also, null);
      if (change === null) return ok(outcome);
      const { statement, values } = write(change);
      try {
        await query(statement, values);
        return ok(outcome);
      } catch (error) {
        const [refusal] = refusalsOf(error, also);
        if (refusal !== undefined) return err(refusal);
        throw error;
      }
    },
  };
}

/**
 * Runs a unit of work that makes a decision, and runs it again where others filled the slot of its daily send meanwhile. Each time
 * there is a slot less to find, so it ends.
 */
export async function untilSlotFound<T>(decideInUnit: () => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await decideInUnit();
    } catch (error) {
      if (lost === SLOTS || !says(error, DECISION_LOST)) throw error;
    }
  }
}
