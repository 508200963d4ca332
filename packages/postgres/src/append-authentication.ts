import type { AuthenticationEntry } from '@stepward/core';

/** The text of the statement that appends entries. `bind` takes a value and gives the parameter that stands for it. */
export function appendAuthenticationText(
  schema: string,
  tenantId: string,
  entries: readonly AuthenticationEntry[],
  bind: (value: unknown) => string,
): string {
  const rows = entries.map((entry) => `(${valuesOf(tenantId, entry).map(bind).join(', ')})`);
  return `insert into ${schema}.authentication_entries
      (tenant_id, entry_id, type, at, identity_id, factor, session_id, actor_type, actor_id, reason,
        retain_until)
    values ${rows.join(', ')}`;
}

function valuesOf(tenantId: string, entry: AuthenticationEntry): readonly unknown[] {
  const { id, type, at, identityId, factor, sessionId, actor, reason, retainUntil } = entry;
  const what = [tenantId, id, type, at, identityId, factor, sessionId];
  return [...what, actor.type, actor.id, reason, retainUntil];
}
