import { systemCaller, type Stepward } from '@stepward/core';
import type { Pool } from 'pg';
import { createUsers } from './users.js';

/**
 * One company with a team and a person, unless they are there. The company asks for a second factor from those who have one,
 * and trusts a browser for 30 days.
 */
export async function createExampleData(pool: Pool, stepward: Stepward, now: Date): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  const mfa = { trustedDeviceDays: 30 };
  const configured = await stepward.tenants.configure(systemCaller('acme'), { sms, mfa });
  if (configured.isErr()) throw new Error(configured.error.code);

  const companies = await pool.query(
    `insert into companies (id) values ('acme') on conflict do nothing`,
  );
  if (companies.rowCount === 0) return;
  const teams = await pool.query<{ id: number }>(
    `insert into teams (company_id, name) values ('acme', 'Research') returning id`,
  );
  for (const { id } of teams.rows) {
    await createUsers(pool).create({
      companyId: 'acme',
      teamId: id,
      email: 'ada@example.com',
      password: 'correct horse',
      phone: '+14155550101',
      joinedAt: now,
    });
  }
}
