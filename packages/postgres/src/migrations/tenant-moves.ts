import { quoteLiteral } from '../connection/quote.js';
import { ELSEWHERE } from '../connection/unit-of-work.js';
import { PINNED } from './pinned.js';
import { isolateTenants } from './row-level-security.js';

/**
 * The tenants that are not here: they are being moved from or to this database, or were moved away. The service's role reads the
 * table; only its owner moves tenants.
 *
 * `tenant_here` returns the tenant, and fails for one of them, with the name of the database that has it as the detail. Every
 * transaction that writes for a tenant calls it. It then holds a lock on the table until it ends, by which a move sees for whom it has to
 * wait. The lock conflicts with nothing.
 */
export function createTenantMoves(schema: string): string {
  const table = `${schema}.tenant_moves`;
  return `
    create table ${table} (
      tenant_id text primary key,
      state text not null check (state in ('leaving', 'left', 'arriving')),
      -- The name of the database that has it; null while no database does.
      moved_to text,
      -- The process that moves it. What another one does after it was replaced changes nothing.
      run uuid not null,
      -- How far the copy has come.
      progress json,
      constraint leaving_is_nowhere check ((state = 'leaving') = (moved_to is null))
    );
    ${isolateTenants(table)}
    create policy all_are_read on ${table} for select using (true);
    create function ${schema}.tenant_here(tenant text) returns text language plpgsql ${PINNED}
      as ${quoteLiteral(tenantHere(table))};`;
}

function tenantHere(table: string): string {
  return `
    declare
      moved record;
    begin
      select moved_to into moved from ${table} where tenant_id = tenant;
      if found then
        raise exception 'the tenant is not in this database'
          using errcode = '${ELSEWHERE}', detail = coalesce(moved.moved_to, '');
      end if;
      return tenant;
    end`;
}
