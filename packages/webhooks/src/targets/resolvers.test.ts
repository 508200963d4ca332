import { promises as dns } from 'node:dns';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWebhookSender, createWebhookTargets, systemResolver } from '../index.js';
import { nameServerResolver } from './resolvers.js';

afterEach(() => vi.restoreAllMocks());

/** Name servers that know `a.example`, and the lookups that were made on a thread. */
function fakeNames() {
  const lookups = vi.spyOn(dns, 'lookup').mockRejectedValue(new Error('on a thread'));
  const { prototype } = dns.Resolver;
  vi.spyOn(prototype, 'resolve4').mockResolvedValue(['127.0.0.1'] as never);
  vi.spyOn(prototype, 'resolve6').mockRejectedValue(new Error('no address of that family'));
  return lookups;
}

const request = { tenantId: 'acme', headers: {}, body: '{}', timeoutMs: 15_000 };

describe('a name that a tenant chose', () => {
  it('is resolved by the name servers, without a thread of the pool, when sent to', async () => {
    const lookups = fakeNames();
    const sender = createWebhookSender();

    const outcome = await sender.send({ ...request, url: 'https://a.example/' });
    await sender.close();

    expect([outcome, lookups.mock.calls]).toMatchObject([
      { type: 'failed', reason: 'target_refused' },
      [],
    ]);
  });

  it('takes no thread when it is registered either', async () => {
    const lookups = fakeNames();
    const { check } = createWebhookTargets();
    expect([await check('https://a.example/'), lookups.mock.calls]).toEqual(['refused', []]);
  });

  it('has the addresses of the family that answered', async () => {
    fakeNames();
    expect(await nameServerResolver('a.example')).toEqual(['127.0.0.1']);
  });
});

it("a name that the operator allowed is resolved in the machine's own way", async () => {
  const lookups = fakeNames();
  const sender = createWebhookSender({ targets: { allowNames: ['internal'] } });

  const outcome = await sender.send({ ...request, url: 'https://a.internal/' });
  await sender.close();

  expect(outcome).toEqual({ type: 'failed', reason: 'dns_failed' });
  expect(lookups.mock.calls).toMatchObject([['a.internal', {}]]);
});

it("the machine's own way knows its own names, /etc/hosts among them", async () => {
  expect(await systemResolver('localhost')).toEqual(expect.arrayContaining([expect.any(String)]));
  await expect(systemResolver('no-such-name.invalid')).rejects.toThrow();
});
