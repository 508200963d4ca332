/** Who may do what: the specification's "Authentication", and the tenant that a credential names. */
import { MANAGEMENT_SCOPES } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { assertWellFormed, outcome, problemOf, type Answer } from '../harness/answer.js';
import { EVERY_FRAMEWORK } from '../harness/every-host.js';
import { sendRaw } from '../harness/raw-http.js';
import { TENANT_DOMAIN } from '../harness/world.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, organisationOf, PASSWORD, type Tenant } from './harness/tenant.js';
import { newTarget, operations, type Operation } from './operations.js';

const cases = operations.map((operation) => [operation.name, operation] as const);

onEveryHost((host) => {
  /** A tenant, an organisation of it, and what operations can be tried on. */
  async function scene() {
    const tenant = await host.tenant();
    const organisation = await tenant.organisation();
    return { tenant, organisation, target: await newTarget(host, organisation) };
  }

  /** The scene of what is refused: nothing changes it, so all tests of a host share it. */
  const refusals = once(async () => {
    const shared = await scene();
    const { tenant } = shared;
    const revoked = await tenant.newKey();
    await tenant.remove(`/api-keys/${revoked.id}`);
    const rotated = await tenant.newKey();
    await tenant.post(`/api-keys/${rotated.id}/rotate`);
    const user = {
      tenantId: tenant.tenantId,
      identityId: 'ada',
      scope: 'openid account.mfa:write',
    };
    const { tenantId } = await host.tenant();
    return { ...shared, revoked, rotated, user, tenantId };
  });

  describe.each(cases)('%s', (_, operation) => {
    // spec: service/customer-api, auth/customer, auth/get-policy-scope, auth/put-policy-scope
    // spec: auth/get-password-scope, auth/put-password-scope, auth/refusals, auth/other-scopes
    // spec: errors/customer-403
    // standard: asvs/8.2.1
    it('is allowed to a key with its scope alone, and to no key with all others', async () => {
      const { tenant, organisation, target } = await scene();
      const own = await tenant.newKey([operation.scope]);
      const others = await tenant.newKey(
        MANAGEMENT_SCOPES.filter((scope) => scope !== operation.scope),
      );
      await useOnce(tenant, others.key);
      const refused = await leavingNoTrace(host, organisation, () =>
        tenant.as(others.key).call(operation.on(target)),
      );
      expect(outcome(refused)).toBe('403 forbidden insufficient_scope');
      expect(refused.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${operation.scope}", realm="customer"`,
      );
      expect((await tenant.as(own.key).call(operation.on(target))).status).toBeLessThan(400);
    });

    // spec: service/customer-api, auth/refusals, errors/customer-401
    // standard: asvs/8.2.1, asvs/8.3.1
    it('is refused, with nothing stored, to every other caller', async () => {
      const { tenant, organisation, target, revoked, rotated, user } = await refusals();
      const credentials: readonly (readonly [string, string])[] = [
        ['401 unauthorized token_missing', ''],
        ['401 unauthorized token_invalid', `Bearer ${revoked.key}`],
        ['401 unauthorized token_invalid', `Bearer ${rotated.key}`],
        ['401 unauthorized token_invalid', `Bearer service_mgmt_${'a'.repeat(43)}`],
        ['401 unauthorized token_invalid', `Bearer ${tenant.credential.slice(0, -1)}`],
        ['401 unauthorized token_invalid', `Bearer ${tenant.credential.slice(13)}`],
        ['401 unauthorized token_missing', `Basic ${btoa(`x:${tenant.credential}`)}`],
        ['401 unauthorized token_missing', tenant.credential],
        ['401 unauthorized token_invalid', `Bearer ${await tokenOf({ ...user, expiresIn: -60 })}`],
        ['403 forbidden insufficient_scope', `Bearer ${await tokenOf(user)}`],
      ];
      await leavingNoTrace(host, organisation, async () => {
        for (const [expected, authorization] of credentials) {
          const answer = await tenant.call({
            ...operation.on(target),
            headers: { authorization },
          });
          expect([authorization, outcome(answer)]).toEqual([authorization, expected]);
        }
      });
    });

    // spec: service/customer-api, auth/customer
    it('is allowed to an administrator whose access token has the scope', async () => {
      const { tenant, target } = await scene();
      const { tenantId } = tenant;
      const scope = `openid ${operation.scope}`;
      const token = await tokenOf({ tenantId, identityId: 'admin', scope });
      expect((await tenant.as(token).call(operation.on(target))).status).toBeLessThan(400);
    });

    it('is 403 where X-Tenant-ID or the subdomain contradicts the key, and nothing is stored', async () => {
      const { tenant, organisation, target, tenantId } = await refusals();
      const own = tenant.tenantId;
      await leavingNoTrace(host, organisation, async () => {
        for (const named of [
          { 'x-tenant-id': tenantId },
          { 'x-tenant-id': '' },
          { host: `${tenantId}.${TENANT_DOMAIN}` },
          { host: `${tenantId}.${TENANT_DOMAIN}`, 'x-tenant-id': own },
        ]) {
          const answer = await send(tenant, operation, target, named);
          expect([named, outcome(answer)]).toEqual([named, '403 forbidden tenant_mismatch']);
        }
      });
    });
  });

  // spec: service/tenants
  it("the tenant's own header and subdomain may be sent", async () => {
    const { tenant, organisation } = await scene();
    const own = { 'x-tenant-id': tenant.tenantId, host: `${tenant.tenantId}.${TENANT_DOMAIN}:1` };
    for (const operation of operations) {
      const target = await newTarget(host, organisation);
      expect((await send(tenant, operation, target, own)).status).toBeLessThan(400);
    }
  });

  // standard: asvs/15.3.7
  it.each([
    ['Authorization', (tenant: Tenant) => ['authorization', `Bearer ${tenant.credential}`]],
    ['X-Tenant-ID', (tenant: Tenant) => ['x-tenant-id', tenant.tenantId]],
  ])('two lines of %s are 400', async (name, line) => {
    const { tenant, organisation } = await scene();
    const [header = '', value = ''] = line(tenant);
    const answer = await leavingNoTrace(host, organisation, () =>
      sendRaw(host.port, {
        method: 'DELETE',
        path: `/v1/customer${organisation.path}`,
        headers: [
          ['host', 'x'],
          ['authorization', `Bearer ${tenant.credential}`],
          ...(header === 'authorization' ? [] : [[header, value] as const]),
          [header, value],
        ],
      }),
    );
    expect(outcome(answer)).toBe('400 validation_error header_duplicated');
    expect(problemOf(answer).errors).toMatchObject([{ field: name.toLowerCase(), value: 2 }]);
  });

  // spec: service/tenants
  it('two tenants with an organisation of the same id have a policy each', async () => {
    const { tenant, organisation } = await scene();
    const other = await host.tenant();
    await host.stepward.organisations.put(other.tenantId, organisation.orgId);
    await organisation.put({ passwordMinLength: 20 });
    const namesake = organisationOf(other, organisation.orgId);
    expect(await namesake.policy()).toMatchObject({
      tenant_id: other.tenantId,
      passwordMinLength: 8,
    });
    await namesake.reset();
    expect(bodyOf(await tenant.get(organisation.path))).toMatchObject({ passwordMinLength: 20 });
  });

  // spec: service/account-api
  it.each([
    ['GET', '/mfa'],
    ['POST', '/mfa/sms'],
    ['PUT', '/mfa/sms'],
    ['DELETE', '/mfa/sms'],
    ['PUT', '/phone'],
    ['DELETE', '/phone'],
  ])(
    'row "Account scopes": a management key is 401 on the Account API: %s %s',
    async (method, path) => {
      const { tenant } = await scene();
      const response = await fetch(`${host.origin}/v1/account${path}`, {
        method,
        headers: {
          authorization: `Bearer ${tenant.credential}`,
          'content-type': 'application/json',
        },
        ...(method === 'PUT' && { body: '{}' }),
      });
      const { status, headers } = response;
      const answer = { status, headers, text: await response.text() };
      assertWellFormed(answer);
      expect(outcome(answer)).toBe('401 unauthorized token_invalid');
      expect(headers.get('www-authenticate')).toContain('realm="account"');
    },
  );

  const tokenOf = (claims: Parameters<typeof host.tokens.issue>[0]) => host.tokens.issue(claims);

  /** As bytes, for `fetch` sends no Host header of the caller's. */
  async function send(
    tenant: Tenant,
    operation: Operation,
    target: Parameters<Operation['on']>[0],
    named: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const { method, path, body } = operation.on(target);
    const text = body === undefined ? '' : JSON.stringify(body);
    const answer = await sendRaw(host.port, {
      method,
      path: `/v1/customer${path}`,
      headers: Object.entries({
        host: '127.0.0.1',
        authorization: `Bearer ${tenant.credential}`,
        ...(text !== '' && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(text)),
        }),
        ...named,
      }),
      body: text,
    });
    assertWellFormed(answer);
    return answer;
  }
}, EVERY_FRAMEWORK);

/** The same promise for every caller. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** The first use of a key is recorded, and later ones within the hour are not. */
async function useOnce(tenant: Tenant, key: string): Promise<void> {
  await tenant.as(key).get(PASSWORD);
}
