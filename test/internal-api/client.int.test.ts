/** The authentication application's own client, against hosts that run. */
import { createInternalClient, type InternalClient } from '@stepward/http/internal-client';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';
import { NEXT_SERVICE_SECRET, SERVICE_SECRET } from '../harness/world.js';
import { challengedIn, enrolledIn } from './harness/application.js';

const clientOf = (host: Host, tenantId: string, secret = SERVICE_SECRET): InternalClient =>
  createInternalClient({ baseUrl: host.origin, secret, tenantId });

onEveryHost((host) => {
  describe('the client', () => {
    it('has a session stepped up', async () => {
      const { ada, session } = await enrolledIn(host);
      const { sessionId } = session;
      const client = clientOf(host, ada.tenantId, NEXT_SERVICE_SECRET);
      expect(await client.challenge({ identityId: ada.identityId, sessionId })).toEqual({
        status: 'sent',
        phoneNumberMasked: `+14*****${ada.phone.slice(-4)}`,
      });
      const answer = { sessionId, code: ada.code() };
      expect(await client.verify(answer)).toEqual({ status: 'verified' });
      expect(await client.verify(answer)).toEqual({ status: 'no_challenge' });
    });

    it('reports what is wrong with a code, and rejects for none of it', async () => {
      const { ada, session } = await challengedIn(host);
      const { sessionId } = session;
      const client = clientOf(host, ada.tenantId);
      const statuses: string[] = [];
      const wrong = [1, 2, 3, 4, 5].map((n) => ada.wrongCode(n));
      for (const code of ['12345', ...wrong, ada.code()]) {
        statuses.push((await client.verify({ sessionId, code })).status);
      }
      expect(statuses).toEqual([
        'malformed_code',
        ...['wrong_code', 'wrong_code', 'wrong_code', 'wrong_code'],
        ...['exhausted', 'exhausted'],
      ]);
    });

    it('reports how long to wait, and that the provider is down', async () => {
      const { ada, session } = await enrolledIn(host);
      const client = clientOf(host, ada.tenantId);
      const challenged = { identityId: ada.identityId, sessionId: session.sessionId };
      const down = await host.whileSms('refused', () => client.challenge(challenged));
      expect(down).toEqual({ status: 'unavailable', reason: 'sms_not_sent' });
      expect((await client.challenge(challenged)).status).toBe('sent');
      expect(await client.challenge(challenged)).toEqual({
        status: 'rate_limited',
        retryAfterMs: 60_000,
      });
      host.pass(5);
      const answer = { sessionId: session.sessionId, code: ada.code() };
      expect(await client.verify(answer)).toEqual({ status: 'expired' });
    });

    it('reports that it is not let in, and that nobody is there', async () => {
      const { ada, session } = await challengedIn(host);
      const answer = { sessionId: session.sessionId, code: ada.code() };
      const unauthorized = { status: 'unauthorized' };
      const stranger = clientOf(host, ada.tenantId, 'x'.repeat(32));
      expect(await stranger.verify(answer)).toEqual(unauthorized);
      expect(await clientOf(host, 'nobody').verify(answer)).toEqual(unauthorized);
      const nowhere = createInternalClient({
        baseUrl: 'http://127.0.0.1:1',
        secret: SERVICE_SECRET,
      });
      expect(await nowhere.verify(answer)).toEqual({ status: 'unreachable', cause: 'network' });
      const elsewhere = createInternalClient({
        baseUrl: `${host.origin}/x`,
        secret: SERVICE_SECRET,
      });
      expect(await elsewhere.verify(answer)).toEqual({ status: 'unexpected', httpStatus: 404 });
    });
  });
});
