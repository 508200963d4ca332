import { curlLines, policyLine } from './curl-lines.js';
import { demoTenants, identityIdOf, sessionIdOf } from './demo-fixture.js';
import type { Demo } from './demo.js';

/** The credentials that a person, or a test, needs to use the demo. */
export interface ReadyReport {
  readonly base_url: string;
  readonly service_secret: string;
  readonly tenants: readonly {
    readonly tenant_id: string;
    readonly management_key: string;
    readonly read_only_key: string;
    readonly users: Readonly<Record<string, UserCredentials>>;
    readonly organisations: readonly string[];
  }[];
}

interface UserCredentials {
  readonly identity_id: string;
  readonly access_token: string;
  readonly session_id: string;
}

export async function createReadyReport(demo: Demo, baseUrl: string): Promise<ReadyReport> {
  const tenants = demoTenants.map(async ({ tenantId, users, organisations }) => {
    const credentials = users.map(async (user) => {
      const identityId = identityIdOf(user);
      const sessionId = sessionIdOf(user);
      const token = await demo.tokens.issue({ tenantId, identityId, sessionId });
      const entry = { identity_id: identityId, access_token: token, session_id: sessionId };
      return [user.name, entry] as const;
    });
    const { managementKey, readOnlyKey } = await demo.keysOf(tenantId);
    return {
      tenant_id: tenantId,
      management_key: managementKey,
      read_only_key: readOnlyKey,
      users: Object.fromEntries(await Promise.all(credentials)),
      organisations,
    };
  });
  return {
    base_url: baseUrl,
    service_secret: demo.serviceSecret,
    tenants: await Promise.all(tenants),
  };
}

/**
 * Prints what a person needs to try the host. The last line has all credentials as JSON, 15 kB, for programs: it is left
 * out on a terminal, unless `READY=json`.
 */
export function printReady(
  report: ReadyReport,
  { READY }: NodeJS.ProcessEnv = process.env,
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): void {
  const isForPeople = output.isTTY && READY !== 'json';
  output.write(readyText(report, isForPeople ? FOR_PEOPLE : `ready ${JSON.stringify(report)}`));
}

const FOR_PEOPLE =
  'Ready. Ctrl+C stops it. READY=json prints the credentials of all tenants and users as well.';

function readyText(report: ReadyReport, lastLine: string): string {
  const acme = report.tenants[0];
  return [
    `Stepward's demo listens on ${report.base_url}`,
    `Open ${report.base_url}/ in a browser, to try it by hand`,
    `Its HTTP API, to read and to try: ${report.base_url}/demo/api`,
    'To enrol ada, a user of the tenant acme, paste these lines into a shell:',
    '',
    `TOKEN=${acme?.users['ada']?.access_token ?? ''}`,
    ...curlLines(report.base_url),
    '',
    "To see the security policy of one of acme's organisations, these:",
    '',
    `KEY=${acme?.management_key ?? ''}`,
    policyLine(report.base_url),
    '',
    lastLine,
    '',
  ].join('\n');
}
