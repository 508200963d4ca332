/** The database goes away under a request and while idle: an answer, a process that lives, a recovery. */
import { createPostgresStorage, migrate } from '@stepward/postgres';
import { startEmbeddedPostgres } from '@stepward/dev-postgres';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { onEveryHost } from './harness/host.js';
import type { Person } from './harness/person.js';

// Another server, for these tests take it down.
const server = await startEmbeddedPostgres();
const pool = new pg.Pool({ connectionString: server.url, max: 4 });
const storage = createPostgresStorage({ pool });
await migrate({ pool });

let isDown = false;
afterAll(async () => {
  await pool.end();
  await server.stop();
});
beforeEach(async () => {
  if (isDown) await up();
});

async function down(): Promise<void> {
  isDown = true;
  await server.crash();
}

async function up(): Promise<void> {
  await server.restart();
  isDown = false;
}

describe('a Postgres that crashes', () => {
  onEveryHost(
    (host) => {
      it('while idle: every operation is 503 with Retry-After, and works again after the restart', async () => {
        const ada = await host.person();
        await ada.start();
        const attempts = host.sms.attempts;
        await down();
        const answers = [
          await ada.status(),
          await ada.start(),
          await ada.verify(ada.code()),
          await ada.remove(),
          await ada.putPhone({ phone_number: ada.phone }),
          await ada.removePhone(),
        ];
        for (const answer of answers) expectUnavailable(answer);
        expect(host.sms.attempts).toBe(attempts);
        expect(outcome(await ada.verify('x'))).toMatch(/^503 /);
        await up();
        expect(outcome(await ada.verify(ada.code()))).toBe('200');
      });

      // standard: asvs/16.5.2
      it('under a request: 503 without detail, nothing is half done, and works again', async () => {
        const ada = await host.person();
        await ada.start();
        const attempts = host.sms.attempts;
        const answer = await crashUnder(ada, () => ada.verify(ada.code()));
        expectUnavailable(answer);
        await up();
        expect((await ada.snapshot()).enrolment.state.status).toBe('pending');
        expect(outcome(await ada.verify(ada.code()))).toBe('200');
        expect(host.sms.attempts).toBe(attempts);
      });

      it('under many requests: each is answered, and the pool is whole again', async () => {
        const people = await Promise.all(Array.from({ length: 12 }, () => host.person()));
        const answers = await crashUnder(people[0]!, () =>
          Promise.all(people.map((person) => person.start())),
        );
        const statuses = new Set(answers.map(({ status }) => status));
        expect([...statuses].every((status) => status === 201 || status === 503)).toBe(true);
        expectUnavailable(answers[0]!);
        await up();
        const again = await Promise.all(people.map((person) => person.status()));
        expect(new Set(again.map(outcome))).toEqual(new Set(['200']));
      });

      it('what needs no database is refused as ever', async () => {
        const ada = await host.person();
        await down();
        const late = ada.with({ expiresIn: -6 });
        expect(outcome(await late.start())).toBe('401 unauthorized token_invalid');
        const empty = await ada.call({ method: 'PUT', path: '/phone', body: '' });
        expect(outcome(empty)).toBe('400 validation_error body_malformed');
      });
    },
    {
      storages: [
        { name: 'another Postgres', open: async () => ({ storage, pool, superuser: null }) },
      ],
    },
  );
});

/** Crashes the server while `act` waits inside its unit of work for a row that this holds. */
async function crashUnder<T>({ tenantId }: Person, act: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: server.url });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select set_config('stepward.tenant_id', $1, true)`, [tenantId]);
  await holder.query('lock table stepward.identities in access exclusive mode');
  const acting = act();
  await expect.poll(() => waiting(holder), { interval: 5 }).toBe(true);
  await down();
  return acting;
}

async function waiting(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return (rowCount ?? 0) > 0;
}

function expectUnavailable(answer: Answer): void {
  expect(outcome(answer)).toBe('503 service_unavailable storage_unavailable');
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(answer.text).not.toMatch(/postgres|terminat|connect|sql|econn/i);
}
