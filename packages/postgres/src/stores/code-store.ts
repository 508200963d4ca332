import type { CodeStore, CounterQuery, FactorRecordKey } from '@stepward/core/adapter';
import { quoteIdentifier } from '../connection/quote.js';
import { statement } from '../connection/statement.js';
import type { TenantSession } from '../connection/tenant-session.js';
import {
  changeOf,
  createDecisionWriter,
  factsOf,
  holdFactsStatement,
  NOTHING_SENT,
  parsedRow,
  readFactsStatement,
  type FactsRow,
  type SendRow,
} from '../decide/index.js';
import type { QueueSchema } from '../queue/news.js';
import { endedCode, isLive, storedChallenge, storedFactorRecord } from './code-row.js';
import { raiseVersion } from './ledger-subject.js';

/** The codes and budgets of a unit of work, read and written by the same statements as decisions. */
export function codeStores(target: QueueSchema): (session: TenantSession) => CodeStore {
  const schema = quoteIdentifier(target.schemaName);
  const readAlone = readFactsStatement(schema);
  const hold = holdFactsStatement(schema);
  const write = createDecisionWriter(target);
  const voidLive = statement(
    'code_void',
    `with raised as (${raiseVersion(schema, '$1', `'identity:' || $2`)})
     update ${schema}.codes as one set ${endedCode('$5::text', '$4::timestamptz')}
     where tenant_id = $1 and identity_id = $2 and ($3::text is null or (factor = $3 and purpose <> 'phone'))
       and ${isLive('one', '$4::timestamptz')}`,
  );

  return ({ tenantId, logger, query }) => {
    async function readRows(
      key: FactorRecordKey,
      counters: readonly CounterQuery[] = [],
    ): Promise<FactsRow & SendRow> {
      const owner = { ...key, tenantId };
      const isSend = key.destinationKey !== null || counters.length > 0;
      const read = isSend ? hold(owner, counters) : readAlone(owner);
      const [row] = await query(read.statement, read.values);
      return { ...NOTHING_SENT, ...(parsedRow(row) as FactsRow) };
    }

    return {
      read: async (key) => storedFactorRecord(await readRows(key)),
      async readFacts(key, counters) {
        const rows = await readRows(key, counters);
        const challenge = rows.challenge && storedChallenge(rows.challenge);
        return { ...factsOf(rows, logger), challenge };
      },
      async write(key, before, after, written = {}) {
        const change = changeOf({ ...key, tenantId }, before, after, written, null);
        if (change === null) return;
        const stored = write(change);
        await query(stored.statement, stored.values);
      },
      async voidLive({ identityId, factor }, end, now) {
        await query(voidLive, [tenantId, identityId, factor, now, end]);
      },
    };
  };
}
