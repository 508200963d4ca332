/** `@stepward/client` against hosts that run: as Node loads it, and as a bundle for edge runtimes. */
import { systemCaller } from '@stepward/core';
import * as onNode from '@stepward/client';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from './account-api/harness/host.js';
import { loadOnEdge } from './harness/edge-bundle.js';
import { NEXT_SERVICE_SECRET, SERVICE_SECRET } from './harness/world.js';
import { challengedIn, enrolledIn } from './internal-api/harness/application.js';

const onEdge = await loadOnEdge<typeof onNode>('packages/client/src/index.ts');

const SMS = { params: { path: { factor: 'sms' } } } as const;

describe.each([
  ['on Node', onNode],
  ['on an edge runtime', onEdge],
])('the client %s', (_, { createClient }) => {
  const applicationOf = (host: Host, tenantId: string, serviceSecret = SERVICE_SECRET) => {
    const credential = { serviceSecret };
    const client = createClient({ baseUrl: host.origin, credential, tenantId });
    return {
      challenge: (body: { identity_id: string; session_id: string }) =>
        client.POST('/v1/internal/mfa/{factor}/challenge', { ...SMS, body }),
      verify: (body: { session_id: string; code: string }) =>
        client.POST('/v1/internal/mfa/{factor}/verify', { ...SMS, body }),
    };
  };

  onEveryHost((host) => {
    it('has a session stepped up', async () => {
      const { ada, session } = await enrolledIn(host);
      const application = applicationOf(host, ada.tenantId, NEXT_SERVICE_SECRET);
      const session_id = session.sessionId;
      const sent = await application.challenge({ identity_id: ada.identityId, session_id });
      expect(sent.data).toEqual({ phone_number_masked: `+14*****${ada.phone.slice(-4)}` });
      const answer = { session_id, code: ada.code() };
      expect((await application.verify(answer)).data).toEqual({ verified: true });
      expect((await application.verify(answer)).error?.reason).toBe('nothing_pending');
    });

    it('tells what is wrong with a code, and rejects for none of it', async () => {
      const { ada, session } = await challengedIn(host);
      const { verify } = applicationOf(host, ada.tenantId);
      const reasons: unknown[] = [];
      const wrong = [1, 2, 3, 4, 5].map((n) => ada.wrongCode(n));
      for (const code of ['12345', ...wrong, ada.code()]) {
        reasons.push((await verify({ session_id: session.sessionId, code })).error?.reason);
      }
      expect(reasons).toEqual([
        'code_malformed',
        ...['code_mismatch', 'code_mismatch', 'code_mismatch', 'code_mismatch'],
        ...['attempts_exhausted', 'attempts_exhausted'],
      ]);
    });

    it('tells how long to wait, and that the provider is down', async () => {
      const { ada, session } = await enrolledIn(host);
      const { challenge } = applicationOf(host, ada.tenantId);
      const challenged = { identity_id: ada.identityId, session_id: session.sessionId };
      const down = await host.whileSms('refused', () => challenge(challenged));
      expect(down.error).toMatchObject({ status: 503, reason: 'sms_not_sent' });
      expect((await challenge(challenged)).error).toBeUndefined();
      expect((await challenge(challenged)).error).toMatchObject({
        status: 429,
        code: 'rate_limited',
        retryAfterMs: 60_000,
      });
    });

    it('reports a refused credential, a missing service and another service', async () => {
      const { ada, session } = await challengedIn(host);
      const answer = { session_id: session.sessionId, code: ada.code() };
      const stranger = applicationOf(host, ada.tenantId, 'x'.repeat(32));
      expect((await stranger.verify(answer)).error?.reason).toBe('service_secret_invalid');
      const elsewhere = applicationOf(host, 'nobody');
      expect((await elsewhere.verify(answer)).error?.reason).toBe('tenant_unknown');
      const nowhere = applicationOf({ ...host, origin: 'http://127.0.0.1:1' }, 'acme');
      expect((await nowhere.verify(answer)).error?.reason).toBe('network_failed');
      const another = applicationOf({ ...host, origin: `${host.origin}/x` }, 'acme');
      expect((await another.verify(answer)).error).toMatchObject({
        reason: 'answer_unreadable',
        status: 404,
      });
    });

    it('acts for a person with a token', async () => {
      const ada = await host.person();
      const credential = { accessToken: await ada.token() };
      const client = createClient({ baseUrl: host.origin, credential });
      const started = await client.POST('/v1/account/mfa/sms');
      expect(started).toMatchObject({ status: 201, data: { data: { status: 'pending' } } });
      const verified = await client.PUT('/v1/account/mfa/sms', { body: { code: ada.code() } });
      expect(verified.data?.data.methods).toEqual(['sms']);
      const removed = await client.DELETE('/v1/account/mfa/sms');
      expect(removed.data?.data.enabled).toBe(false);
    });

    it('acts for an administrator with a management key', async () => {
      const tenantId = await host.tenant();
      const issued = await host.stepward.apiKeys.create(systemCaller(tenantId), {
        name: 'automation',
        scopes: ['webhooks:read', 'webhooks:write'],
      });
      const credential = { managementKey: issued._unsafeUnwrap().secret.reveal() };
      const client = createClient({ baseUrl: host.origin, credential });
      const created = await client.POST('/v1/customer/webhooks', {
        body: { url: 'https://hooks.test/client' },
      });
      if (created.error !== undefined) throw new Error(created.error.reason);
      const params = { path: { webhookId: created.data.id } };
      const changed = await client.PATCH('/v1/customer/webhooks/{webhookId}', {
        params,
        body: { description: 'changed' },
      });
      expect(changed.data?.description).toBe('changed');
      const listed = await client.GET('/v1/customer/webhooks', {
        params: { query: { limit: 1 } },
      });
      expect(listed.data?.data.map(({ id }) => id)).toEqual([created.data.id]);
      const policy = await client.GET('/v1/customer/settings/mfa-policy');
      expect(policy.error?.reason).toBe('insufficient_scope');
    });
  });
});
