import { ok, systemCaller } from '@stepward/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { onEachServer } from '../../test/on-each-server.js';
import { person, stepwardOver } from '../../test/stepward-over.js';
import { truncateTables } from '../../test/truncate-tables.js';
import { withoutTriggers } from '../../test/without-triggers.js';
import { createPostgresStorage } from '../index.js';

const NUMBER = '+14155552671';
const OTHER_NUMBER = '+14155552672';
const SESSION = 'session-1';

/** The rows of other people and tenants, so that looking up by key is worth it. */
const CROWD = `
  insert into stepward.identities
    select tenant, 'identity-' || n, 'active', null, null, '{}', 0, null
    from generate_series(1, 2000) as n, unnest('{acme,globex}'::text[]) as tenant;
  insert into stepward.authenticators
    select tenant_id, identity_id, 'of-' || identity_id, 'sms', null, timestamptz '2026-01-01', null, null, 0 from stepward.identities;
  insert into stepward.ledgers (tenant_id, subject, last_used_at, version)
    select tenant_id, 'identity:' || identity_id, timestamptz '2026-01-01', 1 from stepward.identities;
  insert into stepward.codes (tenant_id, identity_id, factor, purpose, session_id, status, ended_at)
    select tenant_id, identity_id, 'sms', 'enrolment', '', 'expired', timestamptz '2026-01-01'
    from stepward.identities;
  analyze;`;

/** Every statement sets its tenant itself, before row-level security asks for it, whatever the plan. */
onEachServer((database) => {
  describe.each(['force_generic_plan', 'force_custom_plan'])('with %s', (mode) => {
    const pool = database.pool({ max: 1, options: `-c plan_cache_mode=${mode}` });
    const storage = createPostgresStorage({ pool });
    beforeEach(() => truncateTables(database.pool()));

    it.each([
      ['empty', null],
      ['full', CROWD],
    ])('every kind of decision is stored whole in %s tables', async (_, fill) => {
      if (fill !== null) await withoutTriggers(database.adminUrl, fill);
      const stepward = stepwardOver(storage);
      const { enrolments, phones, stepUp, sms, clock } = stepward;
      const ada = { tenantId: 'acme', identityId: 'ada', assurance: null };
      const session = { tenantId: 'acme', identityId: 'ada', sessionId: SESSION };
      const settings = { enabled: true, mfaEnabled: true, dailyBudget: 10 };
      (await stepward.tenants.configure(systemCaller('acme'), { sms: settings }))._unsafeUnwrap();
      (await stepward.identities.put('acme', person('ada')))._unsafeUnwrap();

      (await enrolments.start(ada))._unsafeUnwrap();
      expect(await rowsOf('codes')).toMatchObject([{ status: 'pending', attempts_spent: 0 }]);
      expect(await rowsOf('daily_sends')).toMatchObject([{ count: 1 }]);
      const code = sms.lastCode(NUMBER);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      expect((await enrolments.verify(ada, wrong)).isErr()).toBe(true);
      expect(await rowsOf('codes')).toMatchObject([{ status: 'pending', attempts_spent: 1 }]);

      (await enrolments.verify(ada, code))._unsafeUnwrap();
      expect(await rowsOf('codes')).toEqual([]);
      expect(await rowsOf('authenticators')).toMatchObject([{ factor: 'sms', wrong_in_a_row: 0 }]);

      clock.advance(60_000);
      (await stepUp.challenge(session))._unsafeUnwrap();
      expect(await rowsOf('codes')).toMatchObject([{ status: 'pending', session_id: SESSION }]);
      clock.advance(60_000);
      (await phones.start(ada, OTHER_NUMBER))._unsafeUnwrap();
      (await phones.verify(ada, OTHER_NUMBER, sms.lastCode(OTHER_NUMBER)))._unsafeUnwrap();
      expect(await rowsOf('identities')).toMatchObject([{ phone: OTHER_NUMBER }]);
      expect(await rowsOf('codes')).toMatchObject([{ status: 'void', session_id: SESSION }]);

      (await enrolments.remove(ada))._unsafeUnwrap();
      expect(await rowsOf('authenticators')).toEqual([]);
      expect(await rowsOf('authentication_entries')).not.toEqual([]);
    });

    it('a decision reads nothing of another tenant, and leaves no tenant set', async () => {
      const stepward = stepwardOver(storage);
      (await stepward.identities.put('acme', person('ada')))._unsafeUnwrap();
      const whose = { identityId: 'ada', factor: 'sms', purpose: 'enrolment' } as const;
      const read = storage.decide({ tenantId: 'globex', ...whose }, ({ identity, record }) =>
        ok({ outcome: identity, record: { ...record, wrongGuesses: [new Date(0)] } }),
      );
      expect(await read).toEqual(ok(null));
      const { rows } = await pool.query(
        `select identity_id as found from stepward.identities union select subject from stepward.ledgers`,
      );
      expect(rows).toEqual([]);
    });

    /** What is stored of Ada, by a role that row-level security does not bind. */
    async function rowsOf(table: string): Promise<readonly unknown[]> {
      const admin = database.pool({ max: 1, connectionString: database.adminUrl! });
      const { rows } = await admin.query(
        `select * from stepward.${table} as one where to_jsonb(one) ->> 'identity_id' is null or
           to_jsonb(one) ->> 'identity_id' = 'ada'`,
      );
      return rows as readonly unknown[];
    }
  });
});
