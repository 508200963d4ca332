import type { DeliveryQueue } from '@stepward/core/adapter';
import { claimStatement, claimValues } from './claim-deliveries.js';
import { readClaimed } from './claimed-rows.js';
import { finishStatement, finishValues, readFailing } from './finish-attempts.js';
import { queueLagStatement } from './queue-lag.js';
import { BEGIN_QUEUE, beginClaim } from './queue-transaction.js';
import { queryOf, type Statement } from './statement.js';
import { storedDateOrNull } from './stored-values.js';
import { inTransaction, type TransactionContext } from './transaction.js';

/** The deliveries of all tenants. Each call is one statement in a transaction of its own. */
export function postgresDeliveryQueue(
  context: TransactionContext,
  schema: string,
  prepare: boolean,
): DeliveryQueue {
  const claim = claimStatement(schema);
  const finish = finishStatement(schema);
  const queueLag = queueLagStatement(schema);

  async function run(
    begin: string,
    statement: Statement,
    values: unknown[],
  ): Promise<readonly unknown[]> {
    const { rows } = await inTransaction(context, begin, (executor) =>
      executor.query(queryOf(statement, values, prepare)),
    );
    return rows;
  }

  return {
    claim: async (request) =>
      readClaimed(await run(beginClaim(schema), claim, claimValues(request))),
    async finish(attempts) {
      if (attempts.length === 0) return [];
      return readFailing(await run(BEGIN_QUEUE, finish, finishValues(attempts)));
    },
    async queueLag(now) {
      const rows = await run(BEGIN_QUEUE, queueLag, [now]);
      const [row] = rows as [{ readonly due_at: unknown }];
      const dueAt = storedDateOrNull(row.due_at);
      return dueAt === null ? 0 : now.getTime() - dueAt.getTime();
    },
  };
}
