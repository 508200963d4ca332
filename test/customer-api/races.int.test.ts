/** Changes that come at once, over HTTP and on Postgres, by a pool of 8 connections. */
import { describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { frameworks } from '../harness/frameworks.js';
import { postgres } from '../harness/storages.js';
import { tier } from '../harness/tier.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf, KEYS, MFA, PASSWORD, type Organisation, type ShownKey } from './harness/tenant.js';

/** The whole campaign has 100. */
const ROUNDS = tier === 'full' ? 100 : 15;

const outcomes = (answers: readonly Answer[]): readonly string[] => answers.map(outcome).toSorted();

describe('two PUTs at once', () => {
  onEveryHost(
    (host) => {
      it('of different fields of one policy both hold, in many rounds', async () => {
        const organisation = await (await host.tenant()).organisation();
        for (let round = 0; round < ROUNDS; round += 1) {
          const passwordMinLength = 8 + round;
          const sessionTimeoutMinutes = 5 + round;
          const answers = await Promise.all([
            organisation.put({ passwordMinLength }),
            organisation.put({ session_timeout_minutes: sessionTimeoutMinutes }),
          ]);
          expect(outcomes(answers)).toEqual(['200', '200']);
          expect(await organisation.policy()).toMatchObject({
            passwordMinLength,
            sessionTimeoutMinutes,
          });
        }
        expect(
          await organisation.tenant.logs('type=security_policy.updated&limit=100'),
        ).toHaveLength(Math.min(2 * ROUNDS, 100));
        expect(await host.stepward.audit.verifyChain(organisation.tenant.tenantId)).toBeNull();
      });
    },
    { storages: [postgres], frameworks: frameworks.filter(({ name }) => name === 'Fastify 5') },
  );
});

onEveryHost(
  (host) => {
    it('all 17 fields of a policy, each in another PUT, hold', async () => {
      const organisation = await (await host.tenant()).organisation();
      await organisation.tenant.configure({ password: { hibpCheck: false } });
      const { tenant_id, org_id, _inherited, ...fields } = await organisation.policy();
      const changed: Record<string, unknown> = {
        ...Object.fromEntries(
          Object.entries(fields).map(([field, value]) => [field, value === false ? true : value]),
        ),
        passwordMinLength: 20,
        passwordMaxAgeDays: 30,
        gracePeriodMs: 5,
      };
      const answers = await Promise.all(
        Object.entries(changed).map(([field, value]) => organisation.put({ [field]: value })),
      );
      expect(new Set(outcomes(answers))).toEqual(new Set(['200']));
      const flags = Object.fromEntries(Object.keys(_inherited).map((field) => [field, false]));
      expect(await organisation.policy()).toEqual({
        tenant_id,
        org_id,
        ...changed,
        _inherited: flags,
      });
    });

    it('of different parts of the tenant all hold, and organisations see them', async () => {
      const organisation = await (await host.tenant()).organisation();
      const { tenant } = organisation;
      const answers = await Promise.all([
        tenant.put(PASSWORD, { min_length: 12 }),
        tenant.put(PASSWORD, { maxAgeDays: 30 }),
        tenant.put(MFA, { policy: 'always' }),
        tenant.put(MFA, { allowed_factors: ['sms'] }),
        organisation.put({ passwordDisallowReuse: 4 }),
      ]);
      expect(new Set(outcomes(answers))).toEqual(new Set(['200']));
      expect(await organisation.policy()).toMatchObject({
        passwordMinLength: 12,
        passwordMaxAgeDays: 30,
        mfaPolicy: 'always',
        allowedFactors: ['sms'],
        passwordDisallowReuse: 4,
      });
    });

    it('50 rotations of one key at once have one winner, and its key alone works', async () => {
      const tenant = await host.tenant();
      const old = await tenant.newKey(['settings:read']);
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => tenant.post(`${KEYS}/${old.id}/rotate`)),
      );
      expect(outcomes(answers)).toEqual([
        '201',
        ...Array<string>(49).fill('404 not_found api_key_not_found'),
      ]);
      const [winner] = answers.filter(({ status }) => status === 201).map(bodyOf);
      const { key } = winner as unknown as ShownKey;
      expect((await tenant.as(key).get(PASSWORD)).status).toBe(200);
      expect((await tenant.as(old.key).get(PASSWORD)).status).toBe(401);
      expect(await tenant.logs('type=api_key.rotated')).toHaveLength(1);
      const { data } = bodyOf(await tenant.get(KEYS)) as { data: readonly unknown[] };
      expect(data).toHaveLength(3);
    });

    it('50 rotations of a key by itself, and revocations among them, have one winner', async () => {
      const tenant = await host.tenant();
      const own = await tenant.newKey();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          index % 2 === 0
            ? tenant.as(own.key).post(`${KEYS}/${own.id}/rotate`)
            : tenant.as(own.key).remove(`${KEYS}/${own.id}`),
        ),
      );
      const [winner, ...losers] = outcomes(answers);
      expect(['200', '201']).toContain(winner);
      for (const loser of losers) {
        expect(['401 unauthorized token_invalid', '404 not_found api_key_not_found']).toContain(
          loser,
        );
      }
      expect((await tenant.as(own.key).get(PASSWORD)).status).toBe(401);
    });

    describe('after a storm of changes at once', () => {
      async function storm(): Promise<Organisation> {
        const organisation = await (await host.tenant()).organisation();
        const { tenant } = organisation;
        const answers = await Promise.all(
          Array.from({ length: 60 }, (_, index) => {
            switch (index % 6) {
              case 0:
                return organisation.put({ passwordMinLength: 8 + index });
              case 1:
                return organisation.reset();
              case 2:
                return tenant.put(PASSWORD, { disallowReuse: index });
              case 3:
                return tenant.put(MFA, { gracePeriodMs: index });
              case 4:
                return tenant.post(KEYS, { name: `key ${index}`, scopes: ['logs:read'] });
              default:
                // Refused, and so leaves no place of the log empty.
                return organisation.put({ passwordMinLength: 7 });
            }
          }),
        );
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        return organisation;
      }

      it('the log has no gap, an entry for each change, each before the after of the last, and verifies', async () => {
        const organisation = await storm();
        const { tenant } = organisation;
        const oldestFirst = (await tenant.logs()).toReversed();
        expect(oldestFirst.map(({ sequence }) => sequence)).toEqual(
          oldestFirst.map((_, at) => at + 1),
        );
        const countOf = (type: string) => oldestFirst.filter((entry) => entry.type === type).length;
        expect([
          countOf('security_policy.updated'),
          countOf('password_policy.updated'),
          countOf('mfa_policy.updated'),
          countOf('api_key.created'),
        ]).toEqual([10, 10, 10, 11]);
        let current: unknown = 8;
        for (const { details } of oldestFirst.filter(
          ({ target }) => target === organisation.orgId,
        )) {
          const { before, after } = details as Record<'before' | 'after', Record<string, unknown>>;
          expect(before['passwordMinLength']).toBe(current);
          current = after['passwordMinLength'];
        }
        expect(await organisation.policy()).toMatchObject({ passwordMinLength: current });
        expect(await host.stepward.audit.verifyChain(tenant.tenantId)).toBeNull();
      });

      it.each([
        [
          'changed',
          `update stepward.audit_entries
           set text = replace(text, '"actor":{"type":"api_key"', '"actor":{"type":"system"')`,
          { sequence: 30, reason: 'hash' },
        ],
        ['deleted', 'delete from stepward.audit_entries', { sequence: 31, reason: 'gap' }],
      ])('an entry that is %s by SQL is found', async (_, statement, expected) => {
        const { tenant } = await storm();
        const { tenantId } = tenant;
        await host.superuser!.withoutTriggers(
          `${statement} where tenant_id = '${tenantId}' and sequence = 30`,
        );
        expect(await host.stepward.audit.verifyChain(tenantId)).toEqual(expected);
      });
    });
  },
  { storages: [postgres] },
);
