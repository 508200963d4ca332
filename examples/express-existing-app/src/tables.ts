import type { Pool } from 'pg';

/** The application's own tables, which know nothing of Stepward: companies, their teams and people, and sessions. */
export async function createTables(pool: Pool): Promise<void> {
  await pool.query(`
    create table if not exists companies (
      id text primary key
    );
    create table if not exists teams (
      id integer generated always as identity primary key,
      company_id text not null references companies,
      name text not null
    );
    create table if not exists users (
      id integer generated always as identity primary key,
      company_id text not null references companies,
      team_id integer not null references teams,
      email text not null unique,
      password_hash text not null,
      phone text,
      phone_verified boolean not null default false,
      suspended boolean not null default false,
      joined_at timestamptz not null
    );
    create table if not exists sessions (
      id uuid primary key,
      token_hash text not null unique,
      user_id integer not null references users on delete cascade,
      -- password: only the password was right; enrolling: a factor has to be enrolled first; signed_in: complete
      stage text not null,
      assurance text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null
    );
  `);
}
