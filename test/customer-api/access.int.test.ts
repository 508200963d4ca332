/** The tenant that a credential names. Who may do what, of every operation: `test/walks/access.int.test.ts`. */
import { expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { EVERY_FRAMEWORK } from '../harness/every-host.js';
import { sendRaw } from '../harness/raw-http.js';
import { TENANT_DOMAIN } from '../harness/world.js';
import { onEveryHost } from './harness/host.js';
import { leavingNoTrace } from './harness/leaving-no-trace.js';
import { bodyOf, organisationOf, type Tenant } from './harness/tenant.js';

onEveryHost((host) => {
  async function scene() {
    const tenant = await host.tenant();
    return { tenant, organisation: await tenant.organisation() };
  }

  // spec: service/tenants
  it('the own header and subdomain may be sent, and those of another tenant are 403', async () => {
    const { tenant, organisation } = await scene();
    const own = tenant.tenantId;
    const { tenantId: other } = await host.tenant();
    const hostOf = (tenantId: string): string => `${tenantId}.${TENANT_DOMAIN}:1`;
    const mismatch = '403 forbidden tenant_mismatch';
    await leavingNoTrace(host, organisation, async () => {
      for (const [expected, headers] of [
        ['200', { 'x-tenant-id': own, host: hostOf(own) }],
        [mismatch, { 'x-tenant-id': other, host: 'x' }],
        [mismatch, { 'x-tenant-id': '', host: 'x' }],
        [mismatch, { host: hostOf(other) }],
        [mismatch, { 'x-tenant-id': own, host: hostOf(other) }],
      ] as const) {
        const authorization = `Bearer ${tenant.credential}`;
        const answer = await sendRaw(host.port, {
          method: 'GET',
          path: `/v1/customer${organisation.path}`,
          headers: Object.entries({ ...headers, authorization }),
        });
        expect([headers, outcome(answer)]).toEqual([headers, expected]);
      }
    });
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
}, EVERY_FRAMEWORK);
