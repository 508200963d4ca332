import type { CodeRecordKey, CodeStore } from '@stepward/core/adapter';
import { IDENTITY_CODES, placeOf, SESSION_CODES, type CodePlace } from './code-place.js';
import {
  codeStateColumns,
  storedCodeRecord,
  storedCodeState,
  type CodeRow,
  type CodeStateRow,
} from './code-row.js';
import { readCodeStatements } from './read-code.js';
import { identitySubject, phoneSubject } from './ledger-subject.js';
import { statement } from './statement.js';
import { storedTenantOrDefault, type NoTenantRow, type TenantRow } from './stored-tenant.js';
import type { TenantSession } from './tenant-session.js';
import { voidCodesStatement } from './void-codes.js';
import { writeCodeStatement } from './write-code.js';

/** The codes and budgets: one statement to read a record, one to write what changed of it. */
export function codeStores(schema: string): (session: TenantSession) => CodeStore {
  const read = inBothPlaces((place) => readCodeStatements(schema, place, 'code_read'));
  const readWithTenant = inBothPlaces((place) =>
    readCodeStatements(schema, place, 'code_read_with_tenant'),
  );
  const findChallenge = statement(
    'challenge_find',
    `select identity_id, ${codeStateColumns()}
     from ${schema}.step_up_challenges where tenant_id = $1 and session_id = $2`,
  );
  const voidCodes = voidCodesStatement(schema);

  return ({ tenantId, logger, query }) => {
    async function readRow(statements: typeof read, key: CodeRecordKey): Promise<CodeRow> {
      const { identityId, phoneKey } = key;
      const { table, value } = placeOf(key);
      const values = [tenantId, identityId, value, identitySubject(identityId)];
      const { withoutPhone, holdingPhone } = statements[table];
      const rows = await (phoneKey === null
        ? query(withoutPhone, values)
        : query(holdingPhone, [...values, phoneSubject(phoneKey)]));
      const [row] = rows as [CodeRow];
      return row;
    }

    return {
      async findChallenge(sessionId) {
        const [row] = (await query(findChallenge, [tenantId, sessionId])) as ChallengeRow[];
        return row === undefined
          ? null
          : { identityId: row.identity_id, state: storedCodeState(row) };
      },
      read: async (key) => storedCodeRecord(await readRow(read, key)),
      async readWithTenant(key) {
        const row = (await readRow(readWithTenant, key)) as CodeRow & (TenantRow | NoTenantRow);
        return { record: storedCodeRecord(row), tenant: storedTenantOrDefault(row, logger) };
      },
      async write(key, before, after, trail) {
        const rowKey = { tenantId, ...key };
        const write = writeCodeStatement(schema, rowKey, { before, after, trail });
        if (write !== null) await query(write.statement, write.values);
      },
      async voidLive(identityId, end, now) {
        await query(voidCodes, [tenantId, identityId, now, end]);
      },
    };
  };
}

interface ChallengeRow extends CodeStateRow {
  readonly identity_id: string;
}

/** What is made for each place of codes, by its table. */
function inBothPlaces<T>(make: (place: CodePlace) => T): Readonly<Record<CodePlace['table'], T>> {
  return { sms_codes: make(IDENTITY_CODES), step_up_challenges: make(SESSION_CODES) };
}
