/**
 * Ids in paths, as bytes on sockets. Express hands every path on as it came. Fastify decodes it first,
 * and answers by itself where it cannot (400) and where an id is longer than its `maxParamLength`
 * (414). Made as its page asks, it answers both as the API does.
 */
import { describe, expect, it } from 'vitest';
import { outcome, type Answer } from '../harness/answer.js';
import { fastifyForLongIds, frameworks } from '../harness/frameworks.js';
import { sendRaw } from '../harness/raw-http.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, policyPath, type Tenant } from './harness/tenant.js';

const UNKNOWN = '404 not_found organisation_not_found';
const INVALID = '404 not_found path_invalid';
const BAD_URL = '400 FST_ERR_BAD_URL';
const TOO_LONG = '414 FST_ERR_MAX_PARAM_LENGTH';

/** What, the id as it is sent, what the API answers, and what a bare Fastify answers where it does so itself, else null. */
const refused: readonly (readonly [string, string, string, string | null])[] = [
  ['a broken escape', 'org%', INVALID, BAD_URL],
  ['half an escape', 'org%2', INVALID, BAD_URL],
  ['an escape that is not UTF-8', '%ff', INVALID, BAD_URL],
  ['an escaped surrogate', '%ED%A0%80', INVALID, BAD_URL],
  ['an escaped NUL', 'org%00', INVALID, null],
  ['an escaped line break', 'org%0D%0Ax', INVALID, null],
  ['an escaped delete', '%7F', INVALID, null],
  ['dots', '..', UNKNOWN, null],
  ['one dot', '.', UNKNOWN, null],
  ['escaped dots', '%2e%2e', UNKNOWN, null],
  ['dots and an escaped slash', '..%2F..%2Fsettings', UNKNOWN, null],
  ['an escaped slash', '%2F', UNKNOWN, null],
  ['a name that every object has', '__proto__', UNKNOWN, null],
  ['a pattern', ':orgId', UNKNOWN, null],
  ['a star', '*', UNKNOWN, null],
  ['a space', '%20', UNKNOWN, null],
];
const long: readonly (readonly [string, string, string])[] = [
  ['255 characters', 'a'.repeat(255), UNKNOWN],
  ['256 characters', 'a'.repeat(256), INVALID],
  ['255 escaped characters', '%C3%A9'.repeat(255), UNKNOWN],
  ['256 escaped characters', '%C3%A9'.repeat(256), INVALID],
  ['511 characters', 'a'.repeat(511), INVALID],
  ['255 characters of two units', '%F0%9F%98%80'.repeat(255), UNKNOWN],
];

/** Ids that are unusual, and right: as they are, and as they are sent. */
const unusual: readonly (readonly [string, string])[] = [
  ['a/b', 'a%2Fb'],
  ['a%2Fb', 'a%252Fb'],
  ['é 😀', '%C3%A9%20%F0%9F%98%80'],
  ['..', '..'],
  ['../x', '..%2fx'],
  ['a?b#c', 'a%3Fb%23c'],
  ["a+b;c=d,e:f@g&h$i!'()*", "a+b;c=d,e:f@g&h$i!'()*"],
  ['__proto__', '__proto__'],
  ['a\\b', 'a%5Cb'],
  ['%', '%25'],
];

onEveryHost(
  (host) => {
    const isBareFastify = host.framework === 'Fastify 5';

    const send = (tenant: Tenant, method: string, path: string, body = ''): Promise<Answer> =>
      sendRaw(host.port, {
        method,
        path: `/v1/customer${path}`,
        headers: [
          ['host', 'x'],
          ['authorization', `Bearer ${tenant.credential}`],
          ['content-type', 'application/json'],
          ['content-length', String(body.length)],
        ],
        body,
      });

    it.each(refused)('an id that is %s is refused: %j', async (_, id, api, fastify) => {
      const organisation = await (await host.tenant()).organisation();
      const expected = isBareFastify ? (fastify ?? api) : api;
      await leavingNoTrace(host, organisation, async () => {
        for (const method of ['GET', 'DELETE']) {
          const answer = await send(organisation.tenant, method, policyPath(id));
          expect(said(answer)).toBe(expected);
        }
      });
    });

    it.each(long)('an id of %s is judged', async (_, id, api) => {
      const tenant = await host.tenant();
      const answer = await send(tenant, 'GET', policyPath(id));
      expect(said(answer)).toBe(isBareFastify ? TOO_LONG : api);
    });

    it('an id of as many characters as the framework takes is found', async () => {
      const tenant = await host.tenant();
      const id = 'é'.repeat(isBareFastify ? 100 : 255);
      await host.stepward.organisations.put(tenant.tenantId, id);
      const answer = await send(tenant, 'GET', policyPath(encodeURIComponent(id)));
      expect(bodyOf(answer)).toMatchObject({ org_id: id });
    });

    it.each(unusual)('the id %j is decoded once, and is found', async (id, sent) => {
      const tenant = await host.tenant();
      await host.stepward.organisations.put(tenant.tenantId, id);
      expect(bodyOf(await send(tenant, 'GET', policyPath(sent)))).toMatchObject({ org_id: id });
      const changed = await send(tenant, 'PUT', policyPath(sent), '{"passwordMinLength":20}');
      expect(bodyOf(changed)).toMatchObject({ org_id: id, passwordMinLength: 20 });
      expect(await tenant.logs('limit=1')).toMatchObject([
        { type: 'security_policy.updated', target: id },
      ]);
    });

    it.each([
      '/organisations//security-policy',
      '/organisations/security-policy',
      '/organisations/a/b/security-policy',
      '/organisations/a/security-policy/',
      '/organisations/a/../b/security-policy',
      '/Organisations/a/security-policy',
      '/',
      '',
    ])('the path "%s" is not part of the API, so the host answers 404', async (path) => {
      const answer = await send(await host.tenant(), 'GET', path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).not.toBe('application/problem+json');
    });

    describe('the id of a key', () => {
      it.each([
        ['another spelling', (id: string) => id.toUpperCase(), '404 not_found api_key_not_found'],
        ['a NUL behind it', (id: string) => `${id}%00`, INVALID],
        [
          'an escaped slash behind it',
          (id: string) => `${id}%2Frotate`,
          '404 not_found api_key_not_found',
        ],
        [
          'an escaped first letter',
          (id: string) => `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
          '200',
        ],
      ])('with %s', async (_, spoil, expected) => {
        const tenant = await host.tenant();
        const { id } = await tenant.newKey(['logs:read']);
        expect(said(await send(tenant, 'DELETE', `/api-keys/${spoil(id)}`))).toBe(expected);
      });
    });

    it.each([
      ['POST', policyPath('a'), 'GET, HEAD, PUT, DELETE'],
      ['PATCH', policyPath('a'), 'GET, HEAD, PUT, DELETE'],
      ['DELETE', '/settings/password-policy', 'GET, HEAD, PUT'],
      ['PUT', '/api-keys', 'GET, HEAD, POST'],
      ['DELETE', '/logs', 'GET, HEAD'],
      ['POST', '/events', 'GET, HEAD'],
      ['PATCH', '/webhooks', 'GET, HEAD, POST'],
      ['PUT', '/webhooks/a', 'GET, HEAD, PATCH, DELETE'],
      ['GET', '/webhooks/a/rotate-secret', 'POST'],
      ['PATCH', '/webhooks/a/deliveries/b', 'GET, HEAD'],
    ])('%s %s is 405, and Allow says %s', async (method, path, allow) => {
      const answer = await send(await host.tenant(), method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    });
  },
  { frameworks: [...frameworks, fastifyForLongIds] },
);

/** The outcome, or the status and code of what Fastify answers by itself. */
function said(answer: Answer): string {
  const isFastifys =
    answer.headers.get('content-type') === 'application/json' && answer.status >= 400;
  if (!isFastifys) return outcome(answer);
  const { code } = JSON.parse(answer.text) as { readonly code: string };
  return `${String(answer.status)} ${code}`;
}
