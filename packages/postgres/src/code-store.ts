import type { FactorRecordKey, CodeStore } from '@stepward/core/adapter';
import {
  codeStateColumns,
  storedFactorName,
  storedFactorRecord,
  storedCodeState,
  type CodeRow,
  type CodeStateRow,
} from './code-row.js';
import { readCodeStatements } from './read-code.js';
import { identitySubject, destinationSubject } from './ledger-subject.js';
import { statement } from './statement.js';
import { storedTenantOrDefault, type NoTenantRow, type TenantRow } from './stored-tenant.js';
import type { TenantSession } from './tenant-session.js';
import { voidCodesStatement } from './void-codes.js';
import { sessionOf, writeCodeStatement } from './write-code.js';

/** The codes and budgets: one statement to read a record, one to write what changed of it. */
export function codeStores(schema: string): (session: TenantSession) => CodeStore {
  const read = readCodeStatements(schema, 'code_read');
  const readWithTenant = readCodeStatements(schema, 'code_read_with_tenant');
  const findChallenge = statement(
    'challenge_find',
    `select identity_id, factor, ${codeStateColumns()} from ${schema}.codes
     where tenant_id = $1 and session_id = $2 and purpose = 'step_up'`,
  );
  const voidCodes = voidCodesStatement(schema);

  return ({ tenantId, logger, query }) => {
    async function readRow(statements: typeof read, key: FactorRecordKey): Promise<CodeRow> {
      const { identityId, factor, purpose, destinationKey } = key;
      const names = [tenantId, identityId, factor, purpose, sessionOf(key)];
      const values = [...names, identitySubject(identityId)];
      const rows = await (destinationKey === null
        ? query(statements.withoutDestination, values)
        : query(statements.holdingDestination, [...values, destinationSubject(destinationKey)]));
      const [row] = rows as [CodeRow];
      return row;
    }

    return {
      async findChallenge(sessionId) {
        const [row] = (await query(findChallenge, [tenantId, sessionId])) as ChallengeRow[];
        return row === undefined
          ? null
          : {
              identityId: row.identity_id,
              factor: storedFactorName(row.factor),
              state: storedCodeState(row),
            };
      },
      read: async (key) => storedFactorRecord(await readRow(read, key)),
      async readWithTenant(key) {
        const row = (await readRow(readWithTenant, key)) as CodeRow & (TenantRow | NoTenantRow);
        return { record: storedFactorRecord(row), tenant: storedTenantOrDefault(row, logger) };
      },
      async write(key, before, after, trail) {
        const rowKey = { tenantId, ...key };
        const write = writeCodeStatement(schema, rowKey, { before, after, trail });
        if (write !== null) await query(write.statement, write.values);
      },
      async voidLive({ identityId, factor }, end, now) {
        await query(voidCodes, [tenantId, identityId, factor, now, end]);
      },
    };
  };
}

interface ChallengeRow extends CodeStateRow {
  readonly identity_id: string;
  readonly factor: string;
}
