import type { CodeStore, CounterQuery, FactorRecordKey } from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { endedCode, storedChallenge, storedFactorRecord } from './code-row.js';
import {
  changeOf,
  countersIn,
  readDecisionStatement,
  readValues,
  writeDecisionStatement,
  type FactsRow,
} from '../decide/decision.js';
import { raiseVersion } from './ledger-subject.js';
import { statement } from '../connection/statement.js';
import { storedTenant } from './stored-tenant.js';
import { storedJson } from '../connection/stored-values.js';
import type { TenantSession } from '../connection/tenant-session.js';

/** The codes and budgets of a unit of work, read and written by the same functions as decisions. */
export function codeStores(schema: string): (session: TenantSession) => CodeStore {
  const read = readDecisionStatement(schema);
  const write = writeDecisionStatement(schema);
  const voidLive = statement(
    'code_void',
    `with raised as (${raiseVersion(schema, '$1', `'identity:' || $2`)})
     update ${schema}.codes set ${endedCode('$5::text', '$4::timestamptz')}
     where tenant_id = $1 and identity_id = $2 and ($3::text is null or (factor = $3 and purpose <> 'phone'))
       and status = 'pending' and expires_at > $4::timestamptz`,
  );

  return ({ tenantId, logger, query }) => {
    async function readRows(
      key: FactorRecordKey,
      counters?: readonly CounterQuery[],
    ): Promise<FactsRow> {
      const [row] = await query(read, readValues({ ...key, tenantId }, counters));
      return storedJson((row as { readonly facts: unknown }).facts) as FactsRow;
    }

    return {
      read: async (key) => storedFactorRecord(await readRows(key)),
      async readFacts(key, counters) {
        const rows = await readRows(key, counters);
        return {
          record: storedFactorRecord(rows),
          tenant: rows.tenant === null ? DEFAULT_TENANT : storedTenant(rows.tenant, logger),
          challenge: rows.challenge && storedChallenge(rows.challenge),
          counters: countersIn(rows),
        };
      },
      async write(key, before, after, written = {}) {
        const change = changeOf({ ...key, tenantId }, before, after, written, null);
        if (change === null) return;
        await query(write, [tenantId, key.identityId, JSON.stringify(change), null, null]);
      },
      async voidLive({ identityId, factor }, end, now) {
        await query(voidLive, [tenantId, identityId, factor, now, end]);
      },
    };
  };
}
