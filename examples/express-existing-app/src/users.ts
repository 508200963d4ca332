import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Pool } from 'pg';

/** A person as the application knows them. */
export interface User {
  readonly id: number;
  readonly companyId: string;
  readonly teamId: number;
  readonly email: string;
  readonly phoneVerified: boolean;
  readonly joinedAt: Date;
}

/** What a new person brings. */
export interface NewUser {
  readonly companyId: string;
  readonly teamId: number;
  readonly email: string;
  readonly password: string;
  /** A number that was verified before, in E.164. */
  readonly phone: string | null;
  readonly joinedAt: Date;
}

export interface Users {
  create(user: NewUser): Promise<number>;
  find(id: number): Promise<User | null>;
  /** The person with this e-mail address and password, or null. */
  findByPassword(email: string, password: string): Promise<User | null>;
}

export function createUsers(pool: Pool): Users {
  return {
    async create({ companyId, teamId, email, password, phone, joinedAt }) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into users
           (company_id, team_id, email, password_hash, phone, phone_verified, joined_at)
         values ($1, $2, $3, $4, $5, $6, $7) returning id`,
        [companyId, teamId, email, await hash(password), phone, phone !== null, joinedAt],
      );
      const [row] = rows;
      if (row === undefined) throw new Error('an insert returns its row');
      return row.id;
    },

    async find(id) {
      const { rows } = await pool.query<UserRow>('select * from users where id = $1', [id]);
      return rows[0] ? userOf(rows[0]) : null;
    },

    async findByPassword(email, password) {
      const { rows } = await pool.query<UserRow>(
        'select * from users where email = $1 and not suspended',
        [email],
      );
      const [row] = rows;
      // A stranger waits as long as a person who typed a wrong password.
      const isRight = await matches(password, row?.password_hash ?? NOBODYS_HASH);
      return row && isRight ? userOf(row) : null;
    },
  };
}

interface UserRow {
  readonly id: number;
  readonly company_id: string;
  readonly team_id: number;
  readonly email: string;
  readonly password_hash: string;
  readonly phone_verified: boolean;
  readonly joined_at: Date;
}

function userOf(row: UserRow): User {
  return {
    id: row.id,
    companyId: row.company_id,
    teamId: row.team_id,
    email: row.email,
    phoneVerified: row.phone_verified,
    joinedAt: row.joined_at,
  };
}

const derive = promisify<string, Buffer, number, Buffer>(scrypt);

async function hash(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`;
}

async function matches(password: string, stored: string): Promise<boolean> {
  const [salt = '', key = ''] = stored.split(':');
  const derived = await derive(password, Buffer.from(salt, 'hex'), 32);
  return timingSafeEqual(derived, Buffer.from(key, 'hex'));
}

const NOBODYS_HASH = `${'0'.repeat(32)}:${'0'.repeat(64)}`;
