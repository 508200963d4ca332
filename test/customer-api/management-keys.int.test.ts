/** Management keys: shown once, kept as a hash, and ended at once. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { postgres } from '../harness/storages.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf, KEYS, LOGS, PASSWORD, type ShownKey, type Tenant } from './harness/tenant.js';

/** A key as the list shows it. */
type ListedKey = Omit<ShownKey, 'key'> & {
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
};

interface KeyPage {
  readonly data: readonly ListedKey[];
  readonly pagination: { readonly next_cursor: string | null; readonly has_more: boolean };
}

onEveryHost((host) => {
  const pageOf = async (tenant: Tenant, query = 'limit=100'): Promise<KeyPage> =>
    bodyOf(await tenant.get(`${KEYS}?${query}`)) as unknown as KeyPage;
  const listed = async (tenant: Tenant, id: string): Promise<ListedKey | undefined> =>
    (await pageOf(tenant)).data.find((key) => key.id === id);
  const worksFor = async (tenant: Tenant, key: string): Promise<boolean> =>
    (await tenant.as(key).get(PASSWORD)).status === 200;

  // spec: customer/other-endpoints
  it('a created key works at once, on every mount and connection', async () => {
    const tenant = await host.tenant();
    const answer = await tenant.post(KEYS, { name: 'CI', scopes: ['settings:read'] });
    const made = bodyOf(answer) as unknown as ShownKey;
    expect([answer.status, made]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'CI',
        prefix: made.key.slice(0, 19),
        scopes: ['settings:read'],
        environment_id: null,
        created_at: host.clock.now().toISOString(),
        last_used_at: null,
        expires_at: null,
        key: expect.stringMatching(/^service_mgmt_[A-Za-z0-9_-]{43}$/),
      },
    ]);
    expect(Buffer.from(made.key.slice(13), 'base64url')).toHaveLength(32);
    expect(await worksFor(tenant, made.key)).toBe(true);
    expect(await worksFor(tenant.via('/scoped'), made.key)).toBe(true);
  });

  it('its secret is in no other answer', async () => {
    const tenant = await host.tenant();
    const made = await tenant.newKey();
    const next = bodyOf(await tenant.post(`${KEYS}/${made.id}/rotate`)) as unknown as ShownKey;
    const answers = await Promise.all([
      tenant.get(KEYS),
      tenant.get(LOGS),
      tenant.as(next.key).get(PASSWORD),
      tenant.as(made.key).get(PASSWORD),
      tenant.post(KEYS, { name: next.key, scopes: [] }),
      tenant.remove(`${KEYS}/${next.id}`),
    ]);
    const shown = answers
      .map(({ text, headers }) => text + JSON.stringify([...headers]))
      .join('\n');
    for (const secret of [made.key, next.key, tenant.credential]) {
      expect(shown).not.toContain(secret.slice(13));
    }
  });

  it('its last use is recorded to the hour', async () => {
    const tenant = await host.tenant();
    const { id, key } = await tenant.newKey();
    const lastUse = async () => (await listed(tenant, id))?.last_used_at;
    expect(await lastUse()).toBeNull();
    const first = host.clock.now().toISOString();
    await worksFor(tenant, key);
    expect(await lastUse()).toBe(first);
    host.pass(59);
    await worksFor(tenant, key);
    expect(await lastUse()).toBe(first);
    host.pass(1);
    await worksFor(tenant, key);
    expect(await lastUse()).toBe(host.clock.now().toISOString());
  });

  it('a request that is refused for its scope counts as a use; one with a revoked key does not', async () => {
    const tenant = await host.tenant();
    const { id, key } = await tenant.newKey(['logs:read']);
    const used = host.clock.now().toISOString();
    expect(outcome(await tenant.as(key).get(PASSWORD))).toMatch(/^403/);
    await tenant.remove(`${KEYS}/${id}`);
    host.pass(120);
    expect(await worksFor(tenant, key)).toBe(false);
    expect(await listed(tenant, id)).toMatchObject({ last_used_at: used, revoked_at: used });
  });

  it('a rotated key is dead at once, and its heir has name and scopes', async () => {
    const tenant = await host.tenant();
    const old = await tenant.newKey(['settings:read', 'logs:read'], 'CI');
    const answer = await tenant.post(`${KEYS}/${old.id}/rotate`);
    const heir = bodyOf(answer) as unknown as ShownKey;
    expect([answer.status, heir]).toEqual([
      201,
      expect.objectContaining({ name: 'CI', scopes: old.scopes, previous_id: old.id }),
    ]);
    expect([await worksFor(tenant, old.key), await worksFor(tenant, heir.key)]).toEqual([
      false,
      true,
    ]);
    expect(await listed(tenant, old.id)).toMatchObject({
      revoked_at: host.clock.now().toISOString(),
    });
    for (const ended of [
      await tenant.post(`${KEYS}/${old.id}/rotate`),
      await tenant.remove(`${KEYS}/${old.id}`),
    ]) {
      expect(outcome(ended)).toBe('404 not_found api_key_not_found');
    }
  });

  it('a key may rotate itself, and goes on as its heir', async () => {
    const tenant = await host.tenant();
    const own = await tenant.newKey(['api_keys:write', 'settings:read']);
    const rotated = await tenant.as(own.key).post(`${KEYS}/${own.id}/rotate`);
    const heir = bodyOf(rotated) as unknown as ShownKey;
    expect((await tenant.as(own.key).post(`${KEYS}/${heir.id}/rotate`)).status).toBe(401);
    expect(await worksFor(tenant, heir.key)).toBe(true);
  });

  it('a revoked key is dead at once, and others live', async () => {
    const tenant = await host.tenant();
    const [ended, other] = [await tenant.newKey(), await tenant.newKey()];
    const answer = await tenant.remove(`${KEYS}/${ended.id}`);
    expect([answer.status, bodyOf(answer)['revoked_at']]).toEqual([
      200,
      host.clock.now().toISOString(),
    ]);
    expect([await worksFor(tenant, ended.key), await worksFor(tenant, other.key)]).toEqual([
      false,
      true,
    ]);
  });

  it('no key makes or takes over one that may do more than itself', async () => {
    const tenant = await host.tenant();
    const strong = await tenant.newKey();
    const weak = tenant.as((await tenant.newKey(['api_keys:write'])).key);
    for (const answer of [
      await weak.post(KEYS, { name: 'x', scopes: ['api_keys:write', 'settings:write'] }),
      await weak.post(`${KEYS}/${strong.id}/rotate`),
    ]) {
      expect(outcome(answer)).toBe('403 forbidden scope_not_held');
    }
    expect(await worksFor(tenant, strong.key)).toBe(true);
    expect((await weak.post(KEYS, { name: 'x', scopes: ['api_keys:write'] })).status).toBe(201);
  });

  describe('the list of keys', () => {
    it('is walked once, newest first, while keys are made and revoked', async () => {
      const tenant = await host.tenant();
      const made: string[] = [];
      host.pass(1);
      for (let index = 0; index < 12; index += 1) {
        made.unshift((await tenant.newKey(['logs:read'])).id);
        host.pass(1);
      }
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await pageOf(tenant, `limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...page.data.map(({ id }) => id));
        cursor = page.pagination.next_cursor;
        await tenant.newKey(['logs:read']);
        await tenant.remove(`${KEYS}/${String(page.data[0]?.id)}`);
      }
      expect(seen.slice(0, 12)).toEqual(made);
      expect(seen).toHaveLength(13);
    });

    it('takes no cursor of another tenant or list, nor one that was changed', async () => {
      const tenant = await host.tenant();
      const other = await host.tenant();
      for (const each of [tenant, other]) await each.newKey();
      const cursorOf = async (each: Tenant, path: string) =>
        (bodyOf(await each.get(`${path}?limit=1`)) as unknown as KeyPage).pagination.next_cursor;
      const own = await cursorOf(tenant, KEYS);
      expect((await tenant.get(`${KEYS}?cursor=${String(own)}`)).status).toBe(200);
      for (const cursor of [
        await cursorOf(other, KEYS),
        await cursorOf(tenant, LOGS),
        `${String(own)}x`.replace(/^./, 'A'),
      ]) {
        expect(cursor).not.toBeNull();
        const answer = await tenant.get(`${KEYS}?cursor=${String(cursor)}`);
        expect(outcome(answer)).toBe('400 validation_error query_invalid');
      }
    });
  });
}, ONE_SERVER);

onEveryHost(
  (host) => {
    it('at rest there is its hash alone: no column of any table holds the secret or its random part', async () => {
      const tenant = await host.tenant();
      const made = await tenant.newKey();
      await tenant.as(made.key).get(PASSWORD);
      const { key } = bodyOf(await tenant.post(`${KEYS}/${made.id}/rotate`)) as unknown as ShownKey;
      const stored = (await host.superuser!.everyRow()).join('\n');
      for (const secret of [made.key, key]) {
        const random = secret.slice(13);
        const bytes = Buffer.from(random, 'base64url');
        const hash = createHash('sha256').update(secret).digest('hex');
        expect(stored.split(hash)).toHaveLength(2);
        for (const trace of [
          secret,
          random,
          // What is behind the six characters that lists show, and those with one more.
          random.slice(6),
          random.slice(0, 7),
          bytes.toString('hex'),
          bytes.toString('base64'),
          createHash('sha256').update(random).digest('hex'),
          createHash('sha256').update(bytes).digest('hex'),
        ]) {
          expect(stored).not.toContain(trace);
        }
      }
    });
  },
  { storages: [postgres] },
);
