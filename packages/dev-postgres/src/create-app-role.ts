import type pg from 'pg';

/**
 * The role that tests and examples connect as, and the name of the database that it owns. It is not the name
 * of Stepward's schema, which `migrate` refuses.
 */
export const APP_ROLE = 'app';

/**
 * Superusers bypass row-level security, even when it is forced; under such a role no test could
 * show that tenants are kept apart. The app role is an ordinary one that may create databases.
 */
export async function createAppRole(admin: pg.Client, password: string): Promise<void> {
  await admin.query(
    `CREATE ROLE ${APP_ROLE} LOGIN CREATEDB NOSUPERUSER NOBYPASSRLS PASSWORD '${password}'`,
  );
  await admin.query(`CREATE DATABASE ${APP_ROLE} OWNER ${APP_ROLE} STRATEGY FILE_COPY`);
}
