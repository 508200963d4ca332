import type pg from 'pg';

interface Role {
  readonly name: string;
  readonly bypasses: boolean;
  readonly creates: boolean;
}

/** How to get what is asked for below, as a line for `psql`. */
const REMEDY = `CREATE ROLE app LOGIN CREATEDB PASSWORD '...'`;

/**
 * Refuses a role that could not create databases, and one that row-level security does not bind:
 * tests run as such a role would fail, or pass, for the wrong reason. Both come from a
 * `DATABASE_URL`; the embedded server's role is right.
 *
 * @throws with what to do about it
 */
export async function requireOrdinaryRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<Role>(
    `SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses, rolcreatedb AS creates
     FROM pg_roles WHERE rolname = current_user`,
  );
  const role = rows[0];
  if (role === undefined) throw new Error('Postgres does not know the role it let in');
  const who = `DATABASE_URL connects as "${role.name}", which`;
  if (role.bypasses) {
    throw new Error(`${who} bypasses row-level security. Use an ordinary role: ${REMEDY}`);
  }
  if (!role.creates) {
    throw new Error(
      `${who} may not create databases. Either ALTER ROLE "${role.name}" CREATEDB, ` +
        `or use another role: ${REMEDY}`,
    );
  }
}

/**
 * Refuses a role of `ADMIN_DATABASE_URL` that lacks the rights which its tests need.
 *
 * @throws with what to do about it
 */
export async function requireSuperuser(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; is_superuser: boolean }>(
    `SELECT rolname AS name, rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user`,
  );
  const [role] = rows;
  if (role?.is_superuser !== true) {
    throw new Error(
      `ADMIN_DATABASE_URL connects as "${role?.name ?? ''}", which is not a superuser. ` +
        `Use one, or leave it out: the tests that need one are skipped then`,
    );
  }
}
