/** Where webhooks must not go: refused when a subscriber is registered, and again at every attempt. */
import { createWebhookTargets, type Resolver } from '@stepward/webhooks';
import { describe, expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { WEBHOOKS } from '../customer-api/harness/tenant.js';
import { misbehaviours, openBadSink } from './harness/bad-sinks.js';
import { emit } from './harness/emit.js';
import { onEveryStorage } from './harness/on-every-storage.js';
import { openWorker } from './harness/open-worker.js';
import { subscribe } from './harness/subscription.js';

const PUBLIC = '93.184.215.14';

/** Spellings of this machine and of the inside of networks, which a URL's parser reads as they are meant. */
const INSIDE = [
  ...['127.0.0.1', '127.1', '127.0.0.1.', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1'],
  ...['127.255.255.254', '%31%32%37.0.0.1', '１２７.０.０.１', '0', '0.0.0.0', '255.255.255.255'],
  ...['10.0.0.1', '10.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '100.64.0.1', '224.0.0.1'],
  ...['169.254.169.254', '2852039166', '0xa9fea9fe', '192.0.2.1', '198.18.0.1', '203.0.113.1'],
  ...['localhost', 'LOCALHOST.', 'a.localhost', 'printer.local', 'metadata.google.internal'],
  ...['[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::127.0.0.1]'],
  ...['[2002:7f00:1::]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[2001:db8::1]'],
].map((host) => `https://${host}/hooks`);

/** Names that lead inside, or to both sides. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'inside.example.com': ['10.0.0.1'],
  'both.example.com': [PUBLIC, '127.0.0.1'],
  'six.example.com': ['2606:4700::1111', '::1'],
};

const OTHERWISE = [
  ...Object.keys(NAMES).map((name) => `https://${name}/hooks`),
  'http://hooks.example.com/',
  `http://${PUBLIC}/`,
  'https://ada@hooks.example.com/',
  'https://ada:secret@hooks.example.com/',
  'https://hooks.example.com@127.0.0.1/',
  'https://hooks.example.com:22/',
  'https://hooks.example.com:5432/',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
];

/** Where `moving.example.com` leads now. */
let moving: readonly string[] = [PUBLIC];

const resolve: Resolver = async (name) =>
  name === 'moving.example.com' ? moving : (NAMES[name] ?? [PUBLIC]);

onEveryStorage(
  (host) => {
    const { clock } = host;

    describe('over HTTP', () => {
      it('40 spellings of the inside are a sample worth the name', () => {
        expect(new Set(INSIDE).size).toBeGreaterThanOrEqual(40);
      });

      it.each([...INSIDE, ...OTHERWISE])('%s cannot be registered', async (url) => {
        const tenant = await host.tenant();
        const refused = await tenant.post(WEBHOOKS, { url });
        expect(outcome(refused)).toBe('400 validation_error subscriber_invalid');
        expect(problemOf(refused).errors).toEqual([
          {
            field: 'url',
            rule: 'target',
            limit:
              'an https URL without user name and with public addresses only, or what the option targets allows',
            value: url,
          },
        ]);
        expect((await tenant.page(WEBHOOKS)).data).toEqual([]);
      });

      it('nor can a subscriber be moved there, and it stays where it was', async () => {
        const tenant = await host.tenant();
        const url = 'https://hooks.example.com/';
        const { path } = await subscribe(tenant, url);
        for (const inside of [...INSIDE.slice(0, 5), ...OTHERWISE.slice(0, 5)]) {
          const refused = await tenant.patch(path, { url: inside });
          expect(outcome(refused)).toBe('400 validation_error subscriber_invalid');
        }
        expect(await tenant.get(path).then(({ text }) => JSON.parse(text).url)).toBe(url);
      });

      it('a public name is registered, and so is one that does not resolve yet', async () => {
        const tenant = await host.tenant();
        for (const url of ['https://hooks.example.com/a?b=c', 'https://hooks.example.com:8443/']) {
          expect((await tenant.post(WEBHOOKS, { url })).status).toBe(201);
        }
      });
    });

    it.each([
      ['this machine', ['127.0.0.1']],
      ['this machine beside its public address', [PUBLIC, '127.0.0.1']],
      ['this machine in the dress of IPv6', ['::ffff:127.0.0.1']],
    ])('a name that has moved to %s since is not dialled', async (_, moved) => {
      const tenant = await host.tenant();
      const inside = await openBadSink(misbehaviours.hang);
      const url = `https://moving.example.com:${new URL(inside.url).port}/hooks`;
      moving = [PUBLIC];
      const subscription = await subscribe(tenant, url);
      moving = moved;
      await emit(host, tenant);
      await openWorker(host, { sender: { targets: {}, resolve } }).runOnce();

      expect(inside.connections()).toBe(0);
      const delivery = await subscription.onlyDelivery();
      expect(delivery).toMatchObject({ status: 'pending', attempt_count: 1 });
      expect(delivery.attempts).toEqual([
        {
          attempt: 1,
          started_at: clock.now().toISOString(),
          duration_ms: 0,
          status_code: null,
          failure: 'target_refused',
          response_body: '',
          body: 'full',
          version: null,
        },
      ]);
      const shown = await tenant.get(`${subscription.path}/deliveries/${delivery.id}`);
      for (const address of [...moved, '127.0.0.1']) expect(shown.text).not.toContain(address);
    });

    it('what was registered while this machine was allowed is refused once it is not', async () => {
      const tenant = await host.tenant();
      const inside = await openBadSink(misbehaviours.hang);
      moving = [PUBLIC];
      const subscription = await subscribe(tenant, 'https://moving.example.com/');
      // As an older release, or another process with other rules, may have stored it.
      const stored = await host.stepward.subscribers.get(tenant.tenantId, subscription.id);
      const scope = { tenantId: tenant.tenantId };
      const moved = await host.storage.run(scope, async ({ subscribers }) => {
        await subscribers.put({ ...stored._unsafeUnwrap(), url: inside.url });
        return stored;
      });
      expect(moved.isOk()).toBe(true);
      await emit(host, tenant);
      await openWorker(host, { sender: { targets: {}, resolve } }).runOnce();
      expect(inside.connections()).toBe(0);
      const { attempts } = await subscription.onlyDelivery();
      expect(attempts).toMatchObject([{ failure: 'target_refused' }]);
    });
  },
  { targets: (clock) => createWebhookTargets({ resolve, clock }) },
);
