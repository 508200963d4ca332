/** The audit log over HTTP: who, what, before and after; its pages and filters; and what it never holds. */
import { ok } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { takeLeaksBesideEchoes } from '../log-scan/ledger.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import {
  bodyOf,
  KEYS,
  LOGS,
  MFA,
  PASSWORD,
  SMS,
  type LogEntry,
  type ShownKey,
  type Tenant,
} from './harness/tenant.js';
import { createPerson } from '../account-api/harness/person.js';

interface LogPage {
  readonly data: readonly LogEntry[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

onEveryHost((host) => {
  const pageOf = async (tenant: Tenant, query: string): Promise<LogPage> =>
    bodyOf(await tenant.get(`${LOGS}?${query}`)) as unknown as LogPage;
  const newest = async (tenant: Tenant): Promise<LogEntry | undefined> =>
    (await tenant.logs('limit=1'))[0];

  describe('an entry says who, what, before and after:', () => {
    it('a policy that was changed and reset, by a key', async () => {
      const tenant = await host.tenant();
      const robot = await tenant.newKey();
      const organisation = await tenant.organisation();
      const own = tenant.as(robot.key);
      const before = bodyOf(await own.get(organisation.path));
      const after = bodyOf(await own.put(organisation.path, { mfa_policy: 'always' }));
      const entry = {
        id: expect.any(String),
        sequence: 3,
        type: 'security_policy.updated',
        at: host.clock.now().toISOString(),
        actor: { type: 'api_key', id: robot.id },
        target: organisation.orgId,
        details: { before: valuesOf(before), after: valuesOf(after) },
        client: expect.objectContaining({ user_agent: expect.anything() }),
      };
      expect(await newest(tenant)).toEqual(entry);
      await own.remove(organisation.path);
      expect(await newest(tenant)).toEqual({
        ...entry,
        sequence: 4,
        type: 'security_policy.reset',
        details: { before: valuesOf(after), after: valuesOf(before) },
      });
    });

    it.each([
      [PASSWORD, 'password_policy.updated', { minLength: 12 }, { minLength: 8 }],
      [MFA, 'mfa_policy.updated', { policy: 'always' }, { policy: 'adaptive' }],
      [SMS, 'sms_settings.updated', { appName: 'Acme' }, { appName: 'Stepward' }],
    ])('%s, by an administrator', async (path, type, change, before) => {
      const tenant = await host.tenant();
      const scope = 'settings:write';
      const claims = { tenantId: tenant.tenantId, identityId: 'admin', scope };
      await tenant.as(await host.tokens.issue(claims)).put(path, change);
      expect(await newest(tenant)).toMatchObject({
        type,
        actor: { type: 'identity', id: 'admin' },
        target: null,
        details: { before, after: change },
      });
    });

    it('a key that was made, rotated and revoked', async () => {
      const tenant = await host.tenant();
      const made = await tenant.newKey(['logs:read'], 'CI');
      const rotated = bodyOf(await tenant.post(`${KEYS}/${made.id}/rotate`));
      const heir = rotated as unknown as ShownKey;
      await tenant.remove(`${KEYS}/${heir.id}`);
      const described = { name: 'CI', scopes: ['logs:read'] };
      const [revoked, replaced, created, first] = await tenant.logs();
      expect(first).toMatchObject({
        actor: { type: 'system', id: 'host' },
        target: revoked?.actor.id,
      });
      expect(created).toMatchObject({
        type: 'api_key.created',
        target: made.id,
        details: { ...described, prefix: made.prefix },
      });
      expect(replaced).toMatchObject({
        type: 'api_key.rotated',
        target: heir.id,
        details: { ...described, prefix: heir.prefix, previousId: made.id },
      });
      expect(revoked).toMatchObject({
        type: 'api_key.revoked',
        target: heir.id,
        details: { name: 'CI' },
      });
    });
  });

  it('there is no entry for what was refused, nor for what changed nothing', async () => {
    const tenant = await host.tenant();
    const organisation = await tenant.organisation();
    await organisation.put({ passwordMinLength: 12 });
    await tenant.put(PASSWORD, { minLength: 9 });
    const before = await tenant.logs();
    await organisation.put({ passwordMinLength: 12 });
    await organisation.put({ password_min_length: 8 });
    await organisation.put({ tenant_id: 'x' });
    await tenant.put(PASSWORD, { min_length: 9 });
    await tenant.put(PASSWORD, { min_length: 7 });
    await tenant.put(SMS, {});
    await tenant.post(KEYS, { name: '', scopes: [] });
    await tenant.remove(`${KEYS}/nothing`);
    expect(await tenant.logs()).toEqual(before);
  });

  describe('the pages', () => {
    // spec: customer/other-endpoints
    it('are walked once, newest first, while new entries arrive', async () => {
      const tenant = await host.tenant();
      for (let length = 9; length < 32; length += 1) {
        await tenant.put(PASSWORD, { minLength: length });
      }
      const seen: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await pageOf(tenant, `limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...page.data.map(({ sequence }) => sequence));
        cursor = page.pagination.next_cursor;
        expect(page.pagination.has_more).toBe(cursor !== null);
        await tenant.put(PASSWORD, { minLength: 8 });
        await tenant.put(PASSWORD, { minLength: 9 });
      }
      expect(seen).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index));
    });

    // spec: customer/other-endpoints
    it('are of 20 where no limit is given, and of 100 at most', async () => {
      const tenant = await host.tenant();
      for (let length = 9; length < 32; length += 1) {
        await tenant.put(PASSWORD, { minLength: length });
      }
      expect((await pageOf(tenant, '')).data).toHaveLength(20);
      expect((await pageOf(tenant, 'limit=24')).pagination).toEqual({
        next_cursor: null,
        has_more: false,
      });
      const answer = await tenant.get(`${LOGS}?limit=101`);
      expect(problemOf(answer).errors).toMatchObject([{ field: 'limit', rule: 'maximum' }]);
    });
  });

  describe('the filters', () => {
    it('by type, since and until, alone and together, over pages', async () => {
      const tenant = await host.tenant();
      const start = host.clock.now();
      for (let minute = 0; minute < 6; minute += 1) {
        await tenant.put(PASSWORD, { minLength: 10 + minute });
        await tenant.put(MFA, { gracePeriodMs: minute });
        host.pass(1);
      }
      const minute = (count: number) => new Date(start.getTime() + count * 60_000).toISOString();
      const sequences = async (query: string) =>
        (await tenant.logs(query)).map(({ sequence }) => sequence);
      expect(await sequences('type=password_policy.updated')).toEqual([12, 10, 8, 6, 4, 2]);
      expect(await sequences(`since=${minute(4)}`)).toEqual([13, 12, 11, 10]);
      expect(await sequences(`until=${minute(1)}`)).toEqual([3, 2, 1]);
      const both = `type=mfa_policy.updated&since=${minute(1)}&until=${minute(5)}`;
      expect(await sequences(both)).toEqual([11, 9, 7, 5]);
      const { pagination } = await pageOf(tenant, `${both}&limit=3`);
      const rest = `${both}&limit=3&cursor=${String(pagination.next_cursor)}`;
      expect(await sequences(rest)).toEqual([5]);
      expect(await sequences(`since=${minute(5)}&until=${minute(5)}`)).toEqual([]);
    });

    it.each([
      ['type=nothing', 'type'],
      ['type=', 'type'],
      ['since=yesterday', 'since'],
      ['until=2026-01-01T00:00:00', 'until'],
      ['limit=0', 'limit'],
      ['limit=5&limit=6', 'limit'],
      ['page=2', 'page'],
      ['__proto__=1', '__proto__'],
      ['cursor=', 'cursor'],
      ['cursor=MQ.x', 'cursor'],
      ['limit=1e1', 'limit'],
    ])('refuse ?%s', async (query, field) => {
      const answer = await (await host.tenant()).get(`${LOGS}?${query}`);
      expect(outcome(answer)).toBe('400 validation_error query_invalid');
      expect(problemOf(answer).errors).toMatchObject([{ field }]);
    });
  });

  // spec: customer/other-endpoints
  it('a cursor is good for its tenant, list and filter alone, and as long as its key is', async () => {
    const tenant = await host.tenant();
    const other = await host.tenant();
    for (const each of [tenant, other]) {
      await each.put(PASSWORD, { minLength: 12 });
      await each.put(PASSWORD, { minLength: 13 });
      await each.newKey();
    }
    const cursorOf = async (each: Tenant, path: string) => {
      const { pagination } = bodyOf(await each.get(path)) as unknown as LogPage;
      expect(pagination.next_cursor).toEqual(expect.any(String));
      return String(pagination.next_cursor);
    };
    const own = await cursorOf(tenant, `${LOGS}?limit=1`);
    const filtered = await cursorOf(tenant, `${LOGS}?limit=1&type=password_policy.updated`);
    const [position = '', signature = ''] = own.split('.');
    for (const query of [
      `cursor=${await cursorOf(other, `${LOGS}?limit=1`)}`,
      `cursor=${await cursorOf(tenant, `${KEYS}?limit=1`)}`,
      `cursor=${filtered}`,
      `cursor=${filtered}&type=mfa_policy.updated`,
      `cursor=${own}&since=2020-01-01`,
      `cursor=${btoa('1')}.${signature}`,
      `cursor=${position}.`,
      `cursor=.${signature}`,
    ]) {
      const answer = await tenant.get(`${LOGS}?${query}`);
      expect([query, outcome(answer)]).toEqual([query, '400 validation_error query_invalid']);
      expect(problemOf(answer).errors).toMatchObject([{ field: 'cursor' }]);
    }
    const next = `${LOGS}?limit=1&cursor=${own}`;
    expect((await tenant.get(next)).status).toBe(200);
    expect((await tenant.via('/rotated').get(next)).status).toBe(200);
    expect((await tenant.via('/dropped').get(next)).status).toBe(400);
  });

  // standard: asvs/16.2.5
  it('no text of any entry holds a secret, a code or a full phone number', async () => {
    const tenant = await host.tenant();
    const organisation = await tenant.organisation();
    await tenant.put(SMS, { enabled: true, mfa_enabled: true, denied_prefixes: ['+1900'] });
    const { tenantId } = tenant;
    const ada = await createPerson(host, () => host.origin, { tenantId });
    await ada.enrol();
    const key = await tenant.newKey();
    await tenant.post(`${KEYS}/${key.id}/rotate`);
    await tenant.put(PASSWORD, { minLength: 7, [key.key]: ada.phone });
    await organisation.put({ mfaPolicy: ada.code(), [key.key]: ada.phone });
    expect(takeLeaksBesideEchoes()).toEqual([]);

    const texts = (await Promise.all(host.tenants.map((each) => textsOf(each.tenantId)))).flat();
    expect(texts.length).toBeGreaterThan(100);
    const all = texts.join('\n');
    for (const secret of host.secrets) expect(all).not.toContain(secret.slice(13));
    for (const { to, body } of host.sms.sent) {
      const code = /[0-9]{6}/.exec(body)?.[0];
      expect(all).not.toMatch(new RegExp(`(?<![0-9A-Za-z])${String(code)}(?![0-9A-Za-z])`));
      expect(all).not.toContain(to.slice(1));
    }
  });

  /** What is stored, which is more than the API lists. */
  async function textsOf(tenantId: string): Promise<readonly string[]> {
    const entries = await host.storage.run({ tenantId }, async ({ audit }) =>
      ok(await audit.list(WHOLE_LOG, { limit: 10_000, position: null })),
    );
    return entries._unsafeUnwrap().items.map(({ text }) => text);
  }
}, ONE_SERVER);

const WHOLE_LOG = { order: 'oldest', type: null, since: null, until: null } as const;

/** A policy as the log keeps it: its values, and what is inherited. */
function valuesOf(policy: Readonly<Record<string, unknown>>): object {
  const { tenant_id, org_id, _inherited, scheduled, ...values } = policy;
  expect([tenant_id, org_id, scheduled]).toEqual([expect.any(String), expect.any(String), null]);
  return { ...values, inherited: _inherited };
}
