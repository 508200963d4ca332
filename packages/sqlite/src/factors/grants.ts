import type { GrantChange, StoredGrant } from '@stepward/core/adapter';
import { fieldsOf, type Session, toJson } from '../rows/index.js';

const GRANT = fieldsOf<StoredGrant>({
  name: 'plain',
  verifier: 'plain',
  factor: 'plain',
  expiresAt: 'time',
});

/** Finds the grant with one of the names. */
export function findGrant({ sql }: Session, names: readonly string[]): StoredGrant | null {
  if (names.length === 0) return null;
  const row = sql.first(
    `select ${GRANT.selected} from stepward_grants
      where tenant_id = @tenantId and name in (select value from json_each(@names))`,
    { names: toJson(names) },
  );
  return row === undefined ? null : GRANT.read(row);
}

export function changeGrants({ sql }: Session, change: GrantChange): void {
  if (change.type === 'spent') {
    const { name } = change;
    sql.run('delete from stepward_grants where tenant_id = @tenantId and name = @name', { name });
    return;
  }
  sql.run(
    `insert into stepward_grants (tenant_id, ${GRANT.columns}) values (@tenantId, ${GRANT.parameters})`,
    GRANT.values(change.grant),
  );
}
