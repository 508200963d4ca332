/** Who is let in to the Internal API, and for which tenant (docs/decisions.md, "Service secret" and "Tenant"). */
import { systemCaller } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { onEveryHost, type Host } from '../account-api/harness/host.js';
import { outcome, type Answer } from '../harness/answer.js';
import { sendRaw } from '../harness/raw-http.js';
import { NEXT_SERVICE_SECRET, SERVICE_SECRET, TENANT_DOMAIN } from '../harness/world.js';
import { applicationFor, challengedIn, enrolledIn } from './harness/application.js';

const NO_SECRET = '401 unauthorized service_secret_invalid';

const wrongSecrets: readonly (readonly [string, string | null])[] = [
  // spec: auth/internal
  ['none', null],
  ['an empty one', ''],
  ['one that is cut short', SERVICE_SECRET.slice(0, -1)],
  ['one with more behind it', `${SERVICE_SECRET}x`],
  ['one of the same length', SERVICE_SECRET.replace('a', 'b')],
  ['one in upper case', SERVICE_SECRET.toUpperCase()],
  ['a hundredfold one', SERVICE_SECRET.repeat(100)],
  ['both, joined', `${SERVICE_SECRET}, ${NEXT_SERVICE_SECRET}`],
  ['a bearer of it', `Bearer ${SERVICE_SECRET}`],
];

onEveryHost((host) => {
  describe('the service secret', () => {
    // standard: nist/3.2.6-channel
    it.each([
      // spec: service/internal-api, auth/internal
      ['the one', SERVICE_SECRET],
      ['the next one, of which the API knows the hash', NEXT_SERVICE_SECRET],
    ])('%s lets the authentication application in', async (_, secret) => {
      const { ada, session } = await enrolledIn(host);
      const body = { identity_id: ada.identityId, session_id: session.sessionId };
      const { tenantId } = ada;
      const answer = await session.call({ operation: 'challenge', body, secret, tenantId });
      expect(outcome(answer)).toBe('200');
    });

    // spec: auth/refusals
    it.each(wrongSecrets)('%s is refused, and nothing happens', async (_, secret) => {
      const { ada, session } = await challengedIn(host);
      const { tenantId, identityId } = ada;
      const bodies = {
        challenge: { identity_id: identityId, session_id: session.sessionId },
        verify: { session_id: session.sessionId, code: ada.code() },
      };
      const before = [await session.stored(), await ada.snapshot(), host.sms.attempts];
      for (const operation of ['challenge', 'verify'] as const) {
        const body = bodies[operation];
        const answer = await session.call({ operation, body, secret, tenantId });
        expect(outcome(answer)).toBe(NO_SECRET);
        expect(answer.headers.get('www-authenticate')).toBe('ServiceSecret realm="internal"');
      }
      expect([await session.stored(), await ada.snapshot(), host.sms.attempts]).toEqual(before);
    });

    it.each([
      ['the right one twice', [SERVICE_SECRET, SERVICE_SECRET]],
      ['both active ones', [SERVICE_SECRET, NEXT_SERVICE_SECRET]],
      ['a wrong one behind the right one', [SERVICE_SECRET, 'wrong']],
    ])('%s, sent on lines of their own, is refused', async (_, secrets) => {
      const { ada } = await enrolledIn(host);
      const answer = await sendRaw(host.port, {
        method: 'POST',
        path: '/v1/internal/mfa/sms/verify',
        headers: [
          ['host', `127.0.0.1:${String(host.port)}`],
          ['x-tenant-id', ada.tenantId],
          ['content-length', '0'],
          ...secrets.map((secret) => ['x-internal-service-secret', secret] as const),
        ],
      });
      expect(outcome(answer)).toBe(NO_SECRET);
    });

    // spec: auth/internal
    it('is refused if the host has configured none', async () => {
      const { ada, session } = await challengedIn(host);
      const answer = await session.call({
        operation: 'verify',
        body: { session_id: session.sessionId, code: ada.code() },
        tenantId: ada.tenantId,
        mount: '/scoped',
      });
      expect(outcome(answer)).toBe(NO_SECRET);
    });

    it('is in no answer', async () => {
      const { session } = await challengedIn(host);
      for (const answer of [
        await session.verify('000000'),
        await session.challenge({ locale: 1 }),
      ]) {
        const seen = answer.text + JSON.stringify([...answer.headers]);
        expect(seen).not.toContain(SERVICE_SECRET);
      }
    });
  });

  describe('other credentials', () => {
    // spec: service/internal-api
    it.each(['user token', 'management key'])('a %s alone is refused', async (kind) => {
      const { ada, session } = await challengedIn(host);
      const answer = await session.call({
        operation: 'verify',
        body: { session_id: session.sessionId, code: ada.code() },
        secret: null,
        tenantId: ada.tenantId,
        headers: { authorization: `Bearer ${await credential(host, kind, ada)}` },
      });
      expect(outcome(answer)).toBe(NO_SECRET);
    });

    it.each(['user token', 'management key'])(
      'a %s in the place of the secret is refused',
      async (kind) => {
        const { ada, session } = await challengedIn(host);
        const answer = await session.call({
          operation: 'verify',
          body: { session_id: session.sessionId, code: ada.code() },
          secret: await credential(host, kind, ada),
          tenantId: ada.tenantId,
        });
        expect(outcome(answer)).toBe(NO_SECRET);
      },
    );

    it('the secret is not looked at on the other APIs', async () => {
      const { ada } = await enrolledIn(host);
      for (const [path, realm] of [
        ['/v1/account/mfa', 'account'],
        ['/v1/customer/settings/sms', 'customer'],
      ]) {
        for (const headers of [
          { 'x-internal-service-secret': SERVICE_SECRET },
          { authorization: `Bearer ${SERVICE_SECRET}` },
        ]) {
          const sent = { 'x-tenant-id': ada.tenantId, ...headers };
          const response = await fetch(`${host.origin}${path ?? ''}`, { headers: sent });
          expect(response.status).toBe(401);
          expect(response.headers.get('www-authenticate')).toContain(`Bearer`);
          expect(response.headers.get('www-authenticate')).toContain(`realm="${realm ?? ''}"`);
        }
      }
    });
  });

  describe('the tenant', () => {
    const tenantCases: readonly (readonly [
      string,
      (tenantId: string) => { readonly header: string | null; readonly subdomain: string | null },
      string,
    ])[] = [
      // spec: auth/tenant
      ['by header', (id) => ({ header: id, subdomain: null }), '200'],
      // spec: auth/tenant
      ['by subdomain', (id) => ({ header: null, subdomain: id }), '200'],
      ['by both', (id) => ({ header: id, subdomain: id }), '200'],
      [
        'by neither',
        () => ({ header: null, subdomain: null }),
        '400 validation_error tenant_missing',
      ],
      [
        'by both, each another',
        (id) => ({ header: id, subdomain: 'another' }),
        '403 forbidden tenant_mismatch',
      ],
      [
        'by a header with an unknown tenant',
        (id) => ({ header: `${id}-x`, subdomain: null }),
        '401 unauthorized tenant_unknown',
      ],
      [
        'by a header that is no tenant id',
        () => ({ header: '../acme', subdomain: null }),
        '401 unauthorized tenant_unknown',
      ],
      [
        'by an empty header',
        () => ({ header: '', subdomain: null }),
        '401 unauthorized tenant_unknown',
      ],
      [
        'by a subdomain of an unknown tenant',
        (id) => ({ header: null, subdomain: `${id}-x` }),
        '401 unauthorized tenant_unknown',
      ],
    ];

    it.each(tenantCases)('named %s', async (_, named, expected) => {
      const { ada, session } = await enrolledIn(host);
      const { header, subdomain } = named(ada.tenantId);
      const body = { identity_id: ada.identityId, session_id: session.sessionId };
      const answer = await challengeAt(host, body, header, subdomain);
      expect(outcome(answer)).toBe(expected);
    });

    it('is looked at after the secret', async () => {
      const { session } = await enrolledIn(host);
      const body = { identity_id: 'ada', session_id: 's' };
      const call = { operation: 'challenge', body, secret: 'wrong' } as const;
      expect(outcome(await session.call({ ...call, tenantId: null }))).toBe(NO_SECRET);
      expect(outcome(await session.call({ ...call, tenantId: 'nobody' }))).toBe(NO_SECRET);
    });

    it('of the request is the only one that is seen', async () => {
      const { ada, session } = await challengedIn(host);
      const other = applicationFor(host, await host.person(), session.sessionId);
      expect(outcome(await other.verify(ada.code()))).toBe('404 not_found nothing_pending');
      expect(outcome(await session.verify(ada.code()))).toBe('200');
    });
  });
});

async function credential(
  host: Host,
  kind: string,
  ada: { readonly tenantId: string; token(): Promise<string> },
): Promise<string> {
  if (kind === 'user token') return ada.token();
  const request = { name: 'CI', scopes: ['settings:read'] };
  const made = await host.stepward.apiKeys.create(systemCaller(ada.tenantId), request);
  return made._unsafeUnwrap().secret.reveal();
}

function challengeAt(
  host: Host,
  body: object,
  header: string | null,
  subdomain: string | null,
): Promise<Answer> {
  const json = JSON.stringify(body);
  return sendRaw(host.port, {
    method: 'POST',
    path: '/v1/internal/mfa/sms/challenge',
    headers: [
      ['host', subdomain === null ? '127.0.0.1' : `${subdomain}.${TENANT_DOMAIN}`],
      ['content-type', 'application/json'],
      ['content-length', String(json.length)],
      ['x-internal-service-secret', SERVICE_SECRET],
      ...(header === null ? [] : [['x-tenant-id', header] as const]),
    ],
    body: json,
  });
}
