import { StorageUnavailable } from '@stepward/core';
import type { PostgresExecutor } from './postgres-pool.js';

/** The oldest Postgres that Stepward runs on, as `server_version_num` has it: 15. */
export const MIN_SERVER_VERSION = 150_000;

/** What is asked of the server before it is used. */
export interface ServerState {
  readonly role: string;
  readonly search_path: string;
  /** For example 150004. */
  readonly version_number: number;
  /** For example `15.4`. */
  readonly version: string;
  readonly is_standby: boolean;
  readonly is_read_only: boolean;
  /** Whether row-level security is not applied to the role. */
  readonly bypasses_rls: boolean;
  readonly now: Date;
}

const READ_SERVER = `select current_user as role, current_setting('search_path') as search_path,
  current_setting('server_version_num')::integer as version_number,
  current_setting('server_version') as version,
  pg_is_in_recovery() as is_standby,
  current_setting('transaction_read_only')::boolean as is_read_only,
  (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as bypasses_rls,
  clock_timestamp() as now`;

/** Reads the state of the server. */
export async function readServerState(executor: PostgresExecutor): Promise<ServerState> {
  const { rows } = await executor.query({ text: READ_SERVER });
  const [server] = rows as [ServerState];
  return server;
}

/**
 * Reads the state of the server, and refuses one that Stepward cannot use, with the cause and the cure.
 *
 * @throws StorageUnavailable for a standby and a server that is read-only, Error for one that is too old and for a role
 * with the name of the schema.
 */
export async function requireServer(
  executor: PostgresExecutor,
  schemaName: string,
): Promise<ServerState> {
  const server = await readServerState(executor);
  if (server.version_number < MIN_SERVER_VERSION) throw new Error(tooOld(server.version));
  const problem = unwritable(server);
  if (problem !== null) throw new StorageUnavailable(problem);
  if (sharesName(server, schemaName)) throw new Error(sharedName(server.role));
  return server;
}

/** The error text for a server of that version. */
export function tooOld(version: string): string {
  return `Postgres ${version} is too old for Stepward: use Postgres 15 or newer`;
}

/** Why the server accepts no writes; null if it does. */
export function unwritable({ is_standby, is_read_only, role }: ServerState): string | null {
  if (is_standby) {
    return 'the database server is a standby, which accepts no writes: connect to the primary, or promote this server';
  }
  if (!is_read_only) return null;
  return (
    'the database accepts no writes, because default_transaction_read_only is on: switch it off for the server, the ' +
    `database and the role ${JSON.stringify(role)}`
  );
}

/**
 * Whether the role has the name of the schema: by default Postgres looks for tables in the schema of the
 * role's own name first (`"$user", public`), so `select … from organisations` of the host would read
 * Stepward's table.
 */
export function sharesName({ role, search_path }: ServerState, schemaName: string): boolean {
  return role === schemaName && search_path.includes('$user');
}

/** The error text for a role of that name. */
export function sharedName(role: string): string {
  return (
    `the database role ${JSON.stringify(role)} has the name of Stepward's schema, so that its search_path ` +
    '("$user", public) would find Stepward\'s tables in place of your own: use a role of another name, or ' +
    'pass another schema'
  );
}

/** The text for a role that row-level security does not bind. */
export function unbound({ role }: Pick<ServerState, 'role'>): string {
  return (
    `row-level security does not bind the database role ${JSON.stringify(role)}, a superuser or one with BYPASSRLS, so ` +
    'that nothing below the queries keeps tenants apart: connect as an ordinary role'
  );
}
