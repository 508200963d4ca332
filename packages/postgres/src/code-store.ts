import type { CodeRecordKey, CodeStore } from '@stepward/core';
import { storedCodeRecord, type CodeRow } from './code-row.js';
import { readCodeStatements } from './read-code.js';
import { identitySubject, phoneSubject } from './ledger-subject.js';
import { storedTenantOrDefault, type NoTenantRow, type TenantRow } from './stored-tenant.js';
import type { TenantSession } from './tenant-session.js';
import { writeCodeStatement } from './write-code.js';

/** The codes and budgets: one statement to read a record, one to write what changed of it. */
export function codeStores(schema: string): (session: TenantSession) => CodeStore {
  const read = readCodeStatements(schema, 'code_read');
  const readWithTenant = readCodeStatements(schema, 'code_read_with_tenant');

  return ({ tenantId, logger, query }) => {
    async function readRow(
      statements: typeof read,
      { identityId, purpose, phoneKey }: CodeRecordKey,
    ): Promise<CodeRow> {
      const values = [tenantId, identityId, purpose, identitySubject(identityId)];
      const rows = await (phoneKey === null
        ? query(statements.withoutPhone, values)
        : query(statements.holdingPhone, [...values, phoneSubject(phoneKey)]));
      const [row] = rows as [CodeRow];
      return row;
    }

    return {
      read: async (key) => storedCodeRecord(await readRow(read, key)),
      async readWithTenant(key) {
        const row = (await readRow(readWithTenant, key)) as CodeRow & (TenantRow | NoTenantRow);
        return { record: storedCodeRecord(row), tenant: storedTenantOrDefault(row, logger) };
      },
      async write(key, before, after) {
        const write = writeCodeStatement(schema, { tenantId, ...key }, before, after);
        if (write !== null) await query(write.statement, write.values);
      },
    };
  };
}
