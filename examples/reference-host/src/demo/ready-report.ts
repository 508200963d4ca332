import type { Demo } from './demo.js';
import { demoTenants, identityIdOf } from './demo-fixture.js';

/** The credentials that a person, or a test, needs to use the demo. */
export interface ReadyReport {
  readonly base_url: string;
  readonly tenants: readonly {
    readonly tenant_id: string;
    readonly users: Readonly<
      Record<string, { identity_id: string; access_token: string; session_id: string }>
    >;
  }[];
}

export async function createReadyReport(demo: Demo, baseUrl: string): Promise<ReadyReport> {
  const tenants = demoTenants.map(async ({ tenantId, users }) => {
    const credentials = users.map(async (user) => {
      const identityId = identityIdOf(user);
      const sessionId = `session_${user.name}`;
      const token = await demo.tokens.issue({ tenantId, identityId, sessionId });
      const entry = { identity_id: identityId, access_token: token, session_id: sessionId };
      return [user.name, entry] as const;
    });
    return { tenant_id: tenantId, users: Object.fromEntries(await Promise.all(credentials)) };
  });
  return { base_url: baseUrl, tenants: await Promise.all(tenants) };
}

/** What the host prints once it listens; the last line is for machines. */
export function readyText(report: ReadyReport): string {
  const token = report.tenants[0]?.users['ada']?.access_token ?? '';
  const url = report.base_url;
  return [
    `Stepward's demo listens on ${url}. Enrol ada, a user of the tenant acme:`,
    '',
    `  TOKEN=${token}`,
    `  curl -X POST ${url}/v1/account/mfa/sms -H "Authorization: Bearer $TOKEN"`,
    `  curl '${url}/demo/sms?to=%2B14155550101'`,
    `  curl -X PUT ${url}/v1/account/mfa/sms -H "Authorization: Bearer $TOKEN" \\`,
    `    -H 'Content-Type: application/json' -d '{"code":"the six digits"}'`,
    '',
    `ready ${JSON.stringify(report)}`,
    '',
  ].join('\n');
}
