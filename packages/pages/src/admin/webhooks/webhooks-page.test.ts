import { createSigningKeys, defineEvent, systemCaller } from '@stepward/core';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { csrfOf } from '../../../test/page-answer.js';
import { textOf } from '../../../test/portal-browser.js';
import { createWebhooksWorld, WEBHOOKS_SESSION } from '../../../test/webhooks-world.js';
import { webhooksEnglish } from './webhooks-english.js';

const DAY_MS = 86_400_000;
const SECRET = /whsec_[A-Za-z0-9+/=]{44}/;

describe('/webhooks', () => {
  it('lists the subscribers of the tenant with their state, in pages', async () => {
    const { open, subscribe, stepward } = await createWebhooksWorld();
    expect(textOf((await open('/webhooks')).html)).toContain('There are no webhooks yet.');
    const id = await subscribe({ description: 'Billing' });
    await subscribe({ url: 'https://example.com/globex' }, 'globex');
    (
      await stepward.subscribers.change(systemCaller('acme'), id, { enabled: false })
    )._unsafeUnwrap();
    const { html } = await open('/webhooks');
    expect(textOf(html)).toContain('https://example.com/in Billing user.* Disabled');
    expect(html).not.toContain('globex');
    for (let added = 0; added < 24; added += 1) {
      await subscribe({ url: `https://example.com/${String(added)}` });
    }
    const first = await open('/webhooks');
    const older = /href="(\/webhooks\?after=[^"]*)"/.exec(first.html)?.[1] ?? '';
    const last = await open(older);
    expect([first, last].map((page) => page.html.split('<td><a href').length - 1)).toEqual([20, 5]);
    expect(textOf(last.html)).toContain('Newest');
    expect((await open('/webhooks?after=x')).status).toBe(404);
  });

  it('adds a webhook and shows its secret, only once', async () => {
    const { open, post, stepward } = await createWebhooksWorld();
    const form = await open('/webhooks/new');
    const fields = {
      csrf: csrfOf(form),
      do: 'create',
      url: ' https://example.com/in ',
      description: 'Billing',
      naming: 'legacy',
      events: 'some',
      'event.user.created': 'on',
      'event.invoice.*': 'on',
    };
    const shown = await post('/webhooks/new', fields);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    const [secret] = SECRET.exec(shown.html) ?? [];
    expect(secret).toBeDefined();
    const { items } = await stepward.subscribers.list('acme');
    expect(items).toMatchObject([
      {
        url: 'https://example.com/in',
        description: 'Billing',
        naming: 'legacy',
        eventTypes: ['user.created', 'invoice.*'],
      },
    ]);
    const again = await post('/webhooks/new', fields);
    expect([again.status, SECRET.test(again.html)]).toEqual([409, false]);
    const next = /class="button" href="([^"]*)"/.exec(shown.html)?.[1] ?? '';
    for (const path of [next, `${next}/edit`, `${next}/secret`, '/webhooks']) {
      expect(SECRET.test((await open(path)).html)).toBe(false);
    }
    expect((await stepward.subscribers.list('acme')).items).toHaveLength(1);
    const { items: audited } = await stepward.audit.list('acme');
    expect(audited[0]).toMatchObject({ type: 'webhook.created', actor: WEBHOOKS_SESSION.actor });
  });

  it('offers every event with a sample, those of the host too, and its own apart', async () => {
    const { open, stepward } = await createWebhooksWorld();
    const { html } = await open('/webhooks/new');
    for (const { type, description } of stepward.eventRegistry.describe()) {
      expect(html).toContain(`name="event.${type}"`);
      expect(textOf(html)).toContain(description);
    }
    expect(textOf(html)).toContain('"id": "inv_1042"');
    const own = html.slice(html.indexOf('Events about second factors'));
    expect(own.match(/<summary><code>\w+/g)).toEqual([
      '<summary><code>mfa',
      '<summary><code>webhook',
    ]);
  });

  it.each([
    ['all', {}, ['*']],
    ['all', { 'event.user.created': 'on', 'event.webhook.*': 'on' }, ['*', 'webhook.*']],
    ['all', { 'event.mfa.locked': 'on' }, ['*', 'mfa.locked']],
    ['some', { 'event.user.*': 'on' }, ['user.*']],
  ])('takes %s events with %j as %j', async (events, boxes, expected) => {
    const { submit, stepward } = await createWebhooksWorld();
    const fields = { do: 'create', url: 'https://example.com/in', naming: 'canonical', events };
    const { status } = await submit('/webhooks/new', { ...fields, ...boxes });
    expect(status).toBe(200);
    const { items } = await stepward.subscribers.list('acme');
    expect(items.map(({ eventTypes }) => eventTypes)).toEqual([expected]);
  });

  it.each([
    [{ url: '' }, 'url', 'Enter a complete address'],
    [{ url: 'example' }, 'url', 'Enter a complete address'],
    [{ url: 'https://10.0.0.1/' }, 'target', 'This address is not allowed'],
    [{ url: 'http://example.com/in' }, 'target', 'This address is not allowed'],
    [{ description: 'x'.repeat(256) }, 'text', 'Enter at most 255 characters'],
    [{ events: 'some' }, 'event_types', 'Choose at least one event'],
    [{ events: 'some', 'event.nothing.*': 'on' }, 'event_types', 'Choose at least one event'],
    [{ naming: 'french' }, 'one_of', 'This is not a valid value'],
    [{ headers: 'no colon' }, 'headers', 'Enter at most 10 lines'],
    [{ headers: 'Host: example.com' }, 'headers', 'Enter at most 10 lines'],
    [{ headers: 'x-team: 1\nx-team: 2' }, 'headers', 'each name once'],
    [{ headers: 'x-team: 1\nX-Team: 2' }, 'headers', 'each name once'],
    [{ client_certificate: 'x'.repeat(129) }, 'text', 'Enter at most 255 characters'],
  ])('refuses %j by the rule %s, and keeps what was entered', async (entered, rule, text) => {
    const { submit, stepward } = await createWebhooksWorld();
    const valid = { url: 'https://example.com/in', naming: 'canonical', events: 'all' };
    const refused = await submit('/webhooks/new', {
      ...valid,
      description: 'Billing',
      do: 'create',
      ...entered,
    });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(`data-rule="${rule}"`);
    if (!('events' in entered)) expect(refused.html).toContain('aria-invalid="true"');
    expect(textOf(refused.html)).toContain(text);
    const url = 'url' in entered ? entered.url : valid.url;
    expect(refused.html).toContain(`value="${url}"`);
    expect((await stepward.subscribers.list('acme')).items).toEqual([]);
  });

  it('sets headers and never shows their values, keeps them, replaces and removes them', async () => {
    const { open, submit, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    const save = async (entered: object) => {
      const fields = { url: 'https://example.com/in', description: '', events: 'all', do: 'save' };
      const { status } = await submit(`/webhooks/${id}/edit`, { ...fields, ...entered });
      const { headers } = (await stepward.subscribers.get('acme', id))._unsafeUnwrap();
      return [status, headers?.names ?? []];
    };

    const headers = 'Authorization: Bearer a:T0P5ECRET\r\n\r\nx-two: 2';
    expect(await save({ headers })).toEqual([303, ['authorization', 'x-two']]);
    for (const path of [`/webhooks/${id}`, `/webhooks/${id}/edit`]) {
      const { html } = await open(path);
      expect(textOf(html)).toContain('authorization, x-two');
      expect(html).not.toContain('T0P5ECRET');
    }
    expect(await save({ headers: ' ' })).toEqual([303, ['authorization', 'x-two']]);
    const refused = await submit(`/webhooks/${id}/edit`, {
      ...{ url: '', description: '', events: 'all', do: 'save', headers: 'x-a: T0P5ECRET' },
    });
    expect([refused.status, refused.html.includes('T0P5ECRET')]).toEqual([400, false]);
    expect(await save({ headers: 'x-three: 3' })).toEqual([303, ['x-three']]);
    const elsewhere = { url: 'https://other.example.com/in', events: 'all', do: 'save' };
    const kept = await submit(`/webhooks/${id}/edit`, { ...elsewhere, description: '' });
    expect([kept.status, kept.html.includes('data-rule="headers_origin"')]).toEqual([400, true]);
    expect(textOf(kept.html)).toContain('Enter the headers again, or choose to remove them');
    expect(await save({ remove_headers: 'yes' })).toEqual([303, []]);
  });

  it('names a client certificate, and no longer', async () => {
    const { open, submit, subscribe } = await createWebhooksWorld();
    const id = await subscribe();
    const fields = { url: 'https://example.com/in', description: '', events: 'all', do: 'save' };
    const certificateAfter = async (client_certificate: string) => {
      await submit(`/webhooks/${id}/edit`, { ...fields, client_certificate });
      return textOf((await open(`/webhooks/${id}`)).html).includes('Client certificate ours');
    };
    expect(await certificateAfter(' ours ')).toBe(true);
    expect(await certificateAfter('')).toBe(false);
  });

  it('takes a form without the spelling of names: current names, then what is stored', async () => {
    const { submit, subscribe, stepward } = await createWebhooksWorld();
    const fields = { url: 'https://example.com/in', description: '', events: 'all' };
    expect((await submit('/webhooks/new', { ...fields, do: 'create' })).status).toBe(200);
    const [added] = (await stepward.subscribers.list('acme')).items;
    expect(added?.naming).toBe('canonical');
    const id = await subscribe({ naming: 'legacy' });
    expect((await submit(`/webhooks/${id}/edit`, { ...fields, do: 'save' })).status).toBe(303);
    const saved = (await stepward.subscribers.get('acme', id))._unsafeUnwrap();
    expect(saved.naming).toBe('legacy');
  });

  it('offers the data of events, or only their ids', async () => {
    const { open, submit, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    expect(textOf((await open(`/webhooks/${id}`)).html)).toContain(
      'Content The data of each event',
    );
    const fields = { do: 'save', url: 'https://example.com/in', events: 'all', body: 'thin' };
    expect((await submit(`/webhooks/${id}/edit`, fields)).status).toBe(303);
    expect((await stepward.subscribers.get('acme', id))._unsafeUnwrap().body).toBe('thin');
    expect((await open(`/webhooks/${id}/edit`)).html).toContain('<option value="thin" selected');
  });

  it('offers to send the events of one key one after the other', async () => {
    const { open, submit, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    expect(textOf((await open(`/webhooks/${id}`)).html)).toContain('Order Each event at once');
    const fields = { do: 'save', url: 'https://example.com/in', events: 'all', ordering: 'key' };
    expect((await submit(`/webhooks/${id}/edit`, fields)).status).toBe(303);
    expect((await stepward.subscribers.get('acme', id))._unsafeUnwrap().ordering).toBe('key');
    expect((await open(`/webhooks/${id}/edit`)).html).toContain('<option value="key" selected');
  });

  it('offers signatures where the service has keys, and shows the public ones', async () => {
    const secret = new Uint8Array(32).fill(4);
    const signing = createSigningKeys({ active: { id: '2026-11', secret } });
    const { open, submit, subscribe, stepward } = await createWebhooksWorld({}, { signing });
    const id = await subscribe();
    const plain = await open(`/webhooks/${id}`);
    expect(textOf(plain.html)).toContain('Signature With the secret (v1)');
    expect(plain.html).not.toContain('whpk_');
    expect((await open('/webhooks/new')).html).toContain('<option value="v1" selected');
    const fields = { do: 'save', url: 'https://example.com/in', events: 'all', signature: 'both' };
    expect((await submit(`/webhooks/${id}/edit`, fields)).status).toBe(303);
    expect((await stepward.subscribers.get('acme', id))._unsafeUnwrap().signature).toBe('both');
    const [key] = stepward.subscribers.publicKeys('acme') ?? [];
    const { html } = await open(`/webhooks/${id}`);
    expect(html).toContain(`whpk_${Buffer.from(key?.x ?? '', 'base64url').toString('base64')}`);
    expect(textOf(html)).toContain('(2026-11)');
    const refused = await submit(`/webhooks/${id}/edit`, { ...fields, signature: 'v2' });
    expect([refused.status, refused.html.includes('data-rule="one_of"')]).toEqual([400, true]);
  });

  it('shows where the public keys are served, if the host says so', async () => {
    const signing = createSigningKeys({ active: { id: 'k', secret: new Uint8Array(32).fill(4) } });
    const jwksUrl = 'https://app.example.com/.well-known/webhook-keys.json';
    for (const option of [jwksUrl, () => jwksUrl]) {
      const { open, subscribe } = await createWebhooksWorld({ jwksUrl: option }, { signing });
      const signed = await open(`/webhooks/${await subscribe({ signature: 'v1a' })}`);
      expect(signed.html).toContain(`<a href="${jwksUrl}?tenant=acme">`);
      expect((await open(`/webhooks/${await subscribe()}`)).html).not.toContain(jwksUrl);
    }
    for (const wrong of ['http://app.example.com/keys', `${jwksUrl}?tenant=acme`, '', 1]) {
      const options = { jwksUrl: wrong as string };
      await expect(createWebhooksWorld(options)).rejects.toThrow(
        'createWebhooksPage: jwksUrl must be an https address',
      );
    }
  });

  it('shows a pause and its reason on the list and on the page of the webhook', async () => {
    const { open, subscribe, stepward, clock } = await createWebhooksWorld();
    const id = await subscribe();
    const until = new Date(clock.now().getTime() + 60_000);
    const pause = { paused: { until, reason: 'busy' } } as const;
    const { get, list } = stepward.subscribers;
    vi.spyOn(stepward.subscribers, 'get').mockImplementation(async (...place) =>
      (await get(...place)).map((stored) => ({ ...stored, ...pause })),
    );
    vi.spyOn(stepward.subscribers, 'list').mockImplementation(async (...place) => {
      const page = await list(...place);
      return { ...page, items: page.items.map((stored) => ({ ...stored, ...pause })) };
    });
    for (const path of ['/webhooks', `/webhooks/${id}`]) {
      expect(textOf((await open(path)).html)).toMatch(
        /Paused until Jan 1, 2026, 12:01:00\sAM UTC: .*429, 502, 503 or 504/,
      );
    }
  });

  it('lets one choose the version of the data, the newest at first, where an event has versions', async () => {
    const orderShipped = defineEvent({
      description: 'an order leaves the warehouse',
      versions: {
        '2026-11-01': z.object({ to: z.string() }),
        '2027-02-01': z.object({ to: z.array(z.string()) }),
      },
      down: { '2027-02-01': ({ to }) => ({ to: to.join() }) },
      example: { to: ['X'] },
    });
    const events = { 'order.shipped': orderShipped };
    const { open, submit, subscribe, stepward } = await createWebhooksWorld({}, { events });
    expect((await open('/webhooks/new')).html).toContain('<option value="2027-02-01" selected');
    const id = await subscribe();
    expect(textOf((await open(`/webhooks/${id}`)).html)).toContain('Version of the content 2027');
    const fields = { do: 'save', url: 'https://example.com/in', events: 'all' };
    for (const [entered, stored] of [
      ['2026-11-01', '2026-11-01'],
      ['', null],
    ] as const) {
      const saved = await submit(`/webhooks/${id}/edit`, { ...fields, version: entered });
      expect(saved.status).toBe(303);
      expect((await stepward.subscribers.get('acme', id))._unsafeUnwrap().version).toBe(stored);
    }
    const { html } = await open(`/webhooks/${id}/edit`);
    expect(textOf(html)).toContain('The first of each event');
    expect(html).toContain('<option value="" selected');
    const refused = await submit(`/webhooks/${id}/edit`, { ...fields, version: '2027-02-02' });
    expect([refused.status, refused.html.includes('data-rule="one_of"')]).toEqual([400, true]);
  });

  it('offers no versions where no event has one, but keeps one that a subscriber has', async () => {
    const { open, submit, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    expect((await open(`/webhooks/${id}/edit`)).html).not.toContain('name="version"');
    const { get } = stepward.subscribers;
    vi.spyOn(stepward.subscribers, 'get').mockImplementation(async (...place) =>
      (await get(...place)).map((stored) => ({ ...stored, version: '2026-11-01' })),
    );
    const { html } = await open(`/webhooks/${id}/edit`);
    expect(html).toContain('<option value="2026-11-01" selected');
    const fields = { do: 'save', url: 'https://example.com/in', events: 'all' };
    expect((await submit(`/webhooks/${id}/edit`, fields)).status).toBe(303);
  });

  it('offers no signatures where the service has no keys, and says where a stored one lacks them', async () => {
    const { open, submit, subscribe, stepward } = await createWebhooksWorld();
    expect((await open('/webhooks/new')).html).not.toContain('name="signature"');
    const fields = { do: 'create', url: 'https://example.com/in', events: 'all', signature: 'v1a' };
    const refused = await submit('/webhooks/new', fields);
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('data-rule="signing_keys_missing"');
    const id = await subscribe();
    const { get } = stepward.subscribers;
    vi.spyOn(stepward.subscribers, 'get').mockImplementation(async (...place) =>
      (await get(...place)).map((stored) => ({ ...stored, signature: 'v1a' })),
    );
    expect(textOf((await open(`/webhooks/${id}`)).html)).toContain(webhooksEnglish.noPublicKeys);
    expect((await open(`/webhooks/${id}/edit`)).html).toContain('<option value="v1a" selected');
  });

  it('changes a webhook, and keeps names of events that the picker does not know', async () => {
    const { open, post, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe({ event_types: ['org.member.added', 'user.*'] });
    const { html } = await open(`/webhooks/${id}/edit`);
    expect(textOf(html)).toContain('Selected under other names org.member.added');
    const ticked = [...html.matchAll(/name="(event\.[^"]*)" checked/g)].map(([, name = '']) => [
      name,
      'on',
    ]);
    const fields = { csrf: csrfOf({ html }), do: 'save', events: 'some' };
    const saved = await post(`/webhooks/${id}/edit`, {
      ...fields,
      ...Object.fromEntries(ticked),
      url: 'https://example.com/out',
      naming: 'canonical',
    });
    expect(saved.headers.get('location')).toMatch(`/webhooks/${id}?notice=`);
    const found = (await stepward.subscribers.get('acme', id))._unsafeUnwrap();
    expect(found.url).toBe('https://example.com/out');
    expect(found.eventTypes.toSorted()).toEqual(['org.member.added', 'user.*']);
  });

  it('switches a webhook off and on, and sends a test event only while it is on', async () => {
    const { follow, open, submit, subscribe, attempt, newest } = await createWebhooksWorld();
    const id = await subscribe();
    const page = `/webhooks/${id}`;
    const tested = await follow(page, { do: 'test' });
    expect(textOf(tested.html)).toContain('A test event is on its way.');
    expect(textOf(tested.html)).toContain('webhook.test Pending Attempts: 0');
    expect(await attempt(204)).toBe(1);
    expect((await newest(id)).status).toBe('delivered');
    expect(textOf((await follow(page, { do: 'disable' })).html)).toContain('is disabled.');
    const { html } = await open(page);
    expect(html).not.toContain('value="test"');
    const refused = await submit(page, { do: 'test' });
    expect([refused.status, textOf(refused.html).includes('Enable it first.')]).toEqual([
      409,
      true,
    ]);
    expect(textOf((await follow(page, { do: 'enable' })).html)).toContain('Working');
  });

  it.each([
    [String(DAY_MS), DAY_MS],
    [String(7 * DAY_MS), 7 * DAY_MS],
    ['0', 0],
  ])('makes a new secret, with the old one valid for %s ms', async (overlap, expected) => {
    const { submit, open, subscribe, stepward, clock } = await createWebhooksWorld();
    const id = await subscribe();
    const shown = await submit(`/webhooks/${id}/secret`, { do: 'rotate', overlap });
    expect([shown.status, SECRET.test(shown.html)]).toEqual([200, true]);
    const { secrets } = (await stepward.subscribers.get('acme', id))._unsafeUnwrap();
    const ends = secrets.flatMap(({ expiresAt }) => (expiresAt === null ? [] : [expiresAt]));
    const until = clock.now().getTime() + expected;
    expect(ends.map((end) => end.getTime())).toEqual(expected === 0 ? [] : [until]);
    const page = textOf((await open(`/webhooks/${id}`)).html);
    expect(page.includes('The old secret stays valid until')).toBe(expected > 0);
  });

  it('refuses an overlap that is out of bounds', async () => {
    const { submit, subscribe } = await createWebhooksWorld();
    const id = await subscribe();
    for (const overlap of ['-1', 'x', String(8 * DAY_MS)]) {
      const refused = await submit(`/webhooks/${id}/secret`, { do: 'rotate', overlap });
      expect([refused.status, SECRET.test(refused.html)]).toEqual([400, false]);
    }
  });

  it('deletes a webhook, after a page that asks', async () => {
    const { open, follow, subscribe, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    expect(textOf((await open(`/webhooks/${id}/delete`)).html)).toContain('Delete this webhook?');
    expect((await stepward.subscribers.list('acme')).items).toHaveLength(1);
    const { html } = await follow(`/webhooks/${id}/delete`, { do: 'remove' });
    expect(textOf(html)).toContain('The webhook has been deleted.');
    expect((await stepward.subscribers.list('acme')).items).toEqual([]);
    expect((await open(`/webhooks/${id}`)).status).toBe(404);
  });

  it('has a page for the highest number of webhooks, and for a host without webhooks', async () => {
    const { createTestStepward } = await import('@stepward/testing');
    const { stepward } = await createTestStepward();
    const { submit } = await createWebhooksWorld({ stepward });
    const fields = { do: 'create', url: 'https://example.com/in', naming: 'canonical' };
    const refused = await submit('/webhooks/new', { ...fields, events: 'all' });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(textOf(refused.html)).toContain('Webhooks are not available here.');
  });
});

describe('the deliveries of a webhook', () => {
  it('are listed by state, in pages, each with its attempts', async () => {
    const { open, subscribe, emit, attempt, newest, clock } = await createWebhooksWorld();
    const id = await subscribe();
    await emit('u1');
    await attempt(500, '<b>out of order</b>');
    const page = textOf((await open(`/webhooks/${id}`)).html);
    expect(page).toContain('user.deleted Pending Attempts: 1');
    expect(page).toContain('Failing since Jan 1, 2026');
    const { id: deliveryId } = await newest(id);
    const { html } = await open(`/webhooks/${id}/deliveries/${deliveryId}`);
    expect(textOf(html)).toContain('Attempt 1 Time Jan 1, 2026, 12:00:00 AM UTC Response 500');
    expect(textOf(html)).toContain('Duration 125 ms');
    expect(html).toContain('&lt;b&gt;out of order&lt;/b&gt;');
    clock.advance(6_000);
    await attempt(200);
    const delivered = await open(`/webhooks/${id}?status=delivered`);
    expect(textOf(delivered.html)).toContain('user.deleted Delivered Attempts: 2');
    const pending = await open(`/webhooks/${id}?status=pending`);
    expect(textOf(pending.html)).toContain('There are no deliveries here.');

    for (let emitted = 0; emitted < 21; emitted += 1) await emit(`u${String(emitted + 2)}`);
    const first = await open(`/webhooks/${id}?status=pending`);
    const older = /href="([^"]*status=pending[^"]*after=[^"]*)"/.exec(first.html)?.[1] ?? '';
    const second = await open(older.replaceAll('&amp;', '&'));
    expect([first, second].map(({ html: list }) => list.split('<tr><td>').length - 1)).toEqual([
      20, 1,
    ]);
    const foreign = older.replaceAll('&amp;', '&').replace('pending', 'delivered');
    expect((await open(foreign)).status).toBe(404);
  });

  it('are sent again one by one, unless they are still on their way or off', async () => {
    const { open, follow, submit, subscribe, emit, attempt, newest } = await createWebhooksWorld();
    const id = await subscribe();
    await emit();
    const { id: deliveryId } = await newest(id);
    const page = `/webhooks/${id}/deliveries/${deliveryId}`;
    expect((await open(page)).html).not.toContain('value="replay"');
    const csrf = csrfOf(await open(`/webhooks/${id}`));
    const early = await submit(page, { csrf, do: 'replay' });
    expect([early.status, textOf(early.html).includes('still pending')]).toEqual([409, true]);
    await attempt(200);
    const { html } = await follow(page, { do: 'replay' });
    expect(textOf(html)).toContain('The event is being sent again.');
    expect(textOf(html)).toContain(`Replay of ${deliveryId}`);
    await submit(`/webhooks/${id}`, { do: 'disable' });
    const off = await submit(page, { do: 'replay' });
    expect([off.status, textOf(off.html).includes('Enable it first.')]).toEqual([409, true]);
    expect((await open(`/webhooks/${id}/replay`)).status).toBe(200);
  });

  it('say so when the content of their event was deleted', async () => {
    const { submit, subscribe, emit, attempt, newest, clock, stepward } =
      await createWebhooksWorld();
    const id = await subscribe();
    await emit();
    await attempt(200);
    const { id: deliveryId } = await newest(id);
    clock.advance(31 * DAY_MS);
    await stepward.purge();
    const refused = await submit(`/webhooks/${id}/deliveries/${deliveryId}`, { do: 'replay' });
    expect(textOf(refused.html)).toContain('its content has been deleted.');
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });

  it('are sent again by period', async () => {
    const { follow, submit, subscribe, emit, attempt } = await createWebhooksWorld();
    const id = await subscribe();
    for (const user of ['u1', 'u2', 'u3']) await emit(user);
    await attempt(200);
    const path = `/webhooks/${id}/replay`;
    const { html } = await follow(path, {
      do: 'replay',
      since: '2026-01-01T00:00',
      until: '',
      status: 'delivered',
    });
    expect(textOf(html)).toContain('3 events are being sent again.');
    expect(await attempt(200)).toBe(3);
    const none = await follow(path, { do: 'replay', since: '2026-01-02T00:00', until: '' });
    expect(textOf(none.html)).toContain('0 events are being sent again.');
    for (const [since, until] of [
      ['', ''],
      ['yesterday', ''],
      ['2026-01-01T00:00', '2026-02-31T00:00'],
    ] as const) {
      const refused = await submit(path, { do: 'replay', since, until, status: '' });
      expect(refused.status).toBe(400);
      expect(refused.html).toContain('data-rule="date_time"');
      expect(textOf(refused.html)).toContain('Enter a date and a time.');
    }
  });
});

it('the page of a delivery shows its number, which a test event has not', async () => {
  const { open, submit, subscribe, emit, newest, clock } = await createWebhooksWorld();
  const id = await subscribe();
  await emit('u1');
  clock.advance(1000);
  await emit('u2');
  clock.advance(1000);
  const page = async () => open(`/webhooks/${id}/deliveries/${(await newest(id)).id}`);
  expect(textOf((await page()).html)).toContain('Sequence 2');
  await submit(`/webhooks/${id}`, { do: 'test' });
  const test = textOf((await page()).html);
  expect(test).toContain('Delivery of webhook.test');
  expect(test).not.toContain('Sequence');
});

it('the page of a delivery shows what was sent, and those just before it that were not delivered', async () => {
  const { open, submit, follow, subscribe, emit, attempt, newest } = await createWebhooksWorld();
  const id = await subscribe({ body: 'thin' });
  const page = async () =>
    textOf((await open(`/webhooks/${id}/deliveries/${(await newest(id)).id}`)).html);
  await emit('u1');
  await attempt(200);
  expect(await page()).toContain('Content Only the id of the event');
  await submit(`/webhooks/${id}`, { do: 'disable' });
  await emit('u2');
  await attempt(200);
  const { id: skipped } = await newest(id);
  await follow(`/webhooks/${id}`, { do: 'enable' });
  await emit('u3');
  await attempt(500);
  expect(await page()).toContain('Not delivered just before it 2 user.deleted Skipped');
  const { html } = await open(`/webhooks/${id}/deliveries/${(await newest(id)).id}`);
  expect(html).toContain(`/webhooks/${id}/deliveries/${skipped}"`);
  expect(textOf((await open(`/webhooks/${id}/deliveries/${skipped}`)).html)).not.toContain(
    'Not delivered just before',
  );
});

describe('a replay by period that is only shown', () => {
  it('says how many events it would send, and of when, and sends nothing', async () => {
    const { submit, subscribe, emit, attempt, clock, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    await emit('u1');
    clock.advance(60_000);
    await emit('u2');
    await attempt(200);
    const path = `/webhooks/${id}/replay`;
    const period = { since: '2026-01-01T00:00', until: '2026-01-31T00:00', status: 'delivered' };
    const { status, html } = await submit(path, { do: 'preview', ...period });
    expect(status).toBe(200);
    expect(textOf(html)).toMatch(
      /Nothing has been sent yet\. 2 events would be sent again, the first from Jan 1, 2026, 12:00:00\sAM UTC, the last from Jan 1, 2026, 12:01:00\sAM UTC\./,
    );
    for (const value of [period.since, period.until]) expect(html).toContain(`value="${value}"`);
    expect(html).toContain('<option value="delivered" selected="">');
    expect(await attempt(200)).toBe(0);
    const { items } = await stepward.audit.list('acme');
    expect(items.map(({ type }) => type)).not.toContain('webhook.replayed');
    // The form of the answer sends what it showed.
    const sent = await submit(path, { csrf: csrfOf({ html }), do: 'replay', ...period });
    expect(sent.status).toBe(303);
    expect(await attempt(200)).toBe(2);
  });

  it('says that there is nothing to send, or which field is wrong', async () => {
    const { submit, subscribe } = await createWebhooksWorld();
    const path = `/webhooks/${await subscribe()}/replay`;
    const preview = (since: string) =>
      submit(path, { do: 'preview', since, until: '', status: '' });
    expect(textOf((await preview('2026-01-01T00:00')).html)).toContain(
      'No event would be sent again.',
    );
    const refused = await preview('');
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('data-rule="date_time"');
  });
});

describe('what belongs to another tenant', () => {
  it('is not there: no page and no form reaches it', async () => {
    const { open, post, subscribe, emit, newest, signedIn, stepward } = await createWebhooksWorld();
    const id = await subscribe();
    await emit();
    const { id: deliveryId } = await newest(id);
    signedIn.session = { ...WEBHOOKS_SESSION, tenantId: 'globex' };
    const csrf = csrfOf(await open('/webhooks/new'));
    const pages: readonly (readonly [string, string])[] = [
      [`/webhooks/${id}`, 'test'],
      [`/webhooks/${id}`, 'disable'],
      [`/webhooks/${id}/edit`, 'save'],
      [`/webhooks/${id}/secret`, 'rotate'],
      [`/webhooks/${id}/delete`, 'remove'],
      [`/webhooks/${id}/replay`, 'replay'],
      [`/webhooks/${id}/replay`, 'preview'],
      [`/webhooks/${id}/deliveries/${deliveryId}`, 'replay'],
    ];
    const fields = {
      url: 'https://example.com/x',
      naming: 'canonical',
      events: 'all',
      overlap: '0',
      since: '2026-01-01T00:00',
    };
    const before = await stepward.subscribers.get('acme', id);
    for (const [path, action] of pages) {
      expect([path, (await open(path)).status]).toEqual([path, 404]);
      const answer = await post(path, { csrf, do: action, ...fields });
      expect([path, action, answer.status]).toEqual([path, action, 404]);
    }
    expect(await stepward.subscribers.get('acme', id)).toEqual(before);
  });

  it('is not there under ids that are malformed', async () => {
    const { open, subscribe } = await createWebhooksWorld();
    const id = await subscribe();
    for (const path of ['x', '..%2f', `${id}x`, '%00', `${id}/deliveries/x`, 'a'.repeat(2_000)]) {
      expect([path, (await open(`/webhooks/${path}`)).status]).toEqual([path, 404]);
    }
  });
});

describe('markup', () => {
  const markup = fc
    .array(
      fc.constantFrom('<script>', '"', "'", '&', '<img src=x onerror=1>', '</pre>', '{app}', 'a'),
      { minLength: 1, maxLength: 5 },
    )
    .map((all) => all.join(''));

  it('is shown as text wherever a tenant, a subscriber or its answer sets it', async () => {
    await fc.assert(
      fc.asyncProperty(markup, markup, markup, async (name, text, set) => {
        const en = Object.fromEntries(
          Object.keys(webhooksEnglish).map((key) => [key, key === 'direction' ? 'ltr' : text]),
        );
        const world = await createWebhooksWorld({ brand: { name }, texts: { en } });
        const { open, submit, subscribe, emit, attempt, newest } = world;
        const url = `https://example.com/${encodeURI(set)}?${set.replaceAll(/["<>\s]/g, '')}`;
        const id = await subscribe({ description: set, url });
        await emit(set);
        await attempt(500, set);
        const delivery = `/webhooks/${id}/deliveries/${(await newest(id)).id}`;
        const pages = [
          await open('/webhooks'),
          await open(`/webhooks/${id}`),
          await open(`/webhooks/${id}/edit`),
          await open(delivery),
          await submit('/webhooks/new', { do: 'create', url: set, description: set, naming: set }),
          await submit(`/webhooks/${id}/replay`, { do: 'replay', since: set, until: set }),
        ];
        for (const { html } of pages) {
          expect(html).not.toMatch(/<script>|<img|onerror=1>/);
          expect(html.split('<').length).toBe(html.split('>').length);
        }
      }),
      { numRuns: 30 },
    );
  });
});
