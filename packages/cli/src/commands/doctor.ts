import type { Finding } from '@stepward/postgres';
import { defineCommand, type Invocation } from '../command.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withPool } from '../database.js';
import { checkAddress } from '../doctor/address-check.js';
import { lineOf, valueOf } from '../doctor/finding-text.js';
import { checkProxyTrust } from '../doctor/proxy-check.js';
import { checkSigningKeys } from '../doctor/signing-keys-check.js';
import { Failure, UsageError } from '../failures.js';
import { SIGNING_KEYS, SIGNING_KEYS_ENVIRONMENT, storedKeys } from '../signing-keys.js';

const REDIS_URL = 'REDIS_URL';

export const doctor = defineCommand({
  name: 'doctor',
  summary: 'Checks the database, and on demand the service, and says what to do',
  details: [
    'Run it as the role of the service, from where the service runs. It changes nothing.',
    'The exit code is 1 where a check failed; a warning does not change it.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    'code-key': {
      type: 'list',
      placeholder: '<id>',
      summary: 'the id of a key of codeKeys, the active one first',
    },
    'webhook-key': {
      type: 'list',
      placeholder: '<id>',
      summary: 'the same of webhooks.keys',
    },
    address: {
      type: 'text',
      placeholder: '<https://…>',
      summary: 'where clients reach the API, which is asked for its description',
    },
    redis: {
      type: 'flag',
      summary: `check the Redis of the request limits at ${REDIS_URL}`,
    },
    'signing-keys': {
      type: 'flag',
      summary: `check ${SIGNING_KEYS}, and with --address what is served`,
    },
  },
  environment: {
    ...DATABASE_ENVIRONMENT,
    ...SIGNING_KEYS_ENVIRONMENT,
    [REDIS_URL]: 'for --redis, redis://<user>:<password>@<host>, or rediss:// over TLS',
  },
  examples: [
    'stepward doctor',
    'stepward doctor --code-key key-2 --code-key key-1 --webhook-key webhooks-1',
    'stepward doctor --redis',
    'stepward doctor --address https://api.example.com --signing-keys --json',
  ],
  async run(invocation) {
    const { options, print, variable } = invocation;
    const address = options.address === undefined ? null : await readAddress(options.address);
    const redis = options.redis ? await readRedis(variable(REDIS_URL)) : null;
    const signingKeys = options['signing-keys'] ? await storedKeys(variable(SIGNING_KEYS)) : null;
    const findings: Finding[] = [...(await databaseFindings(invocation))];
    if (redis !== null) {
      const { checkRedis } = await import('../doctor/redis-check.js');
      findings.push(await checkRedis(redis));
    }
    if (address !== null) {
      const { systemRandom } = await import('@stepward/core');
      findings.push(await checkAddress(address, fetch));
      findings.push(await checkProxyTrust(address, fetch, systemRandom));
    }
    if (signingKeys !== null) {
      findings.push(await checkSigningKeys(signingKeys, address, new Date(), fetch));
    }
    const isWell = findings.every(({ status }) => status !== 'failed');
    await print(findings.map(lineOf).join('\n'), { ok: isWell, checks: findings.map(valueOf) });
    return isWell ? 0 : 1;
  },
});

/** A database that cannot be reached is a finding as well. */
async function databaseFindings({
  options,
  variable,
}: Pick<Invocation, 'variable'> & {
  readonly options: {
    readonly schema: string | undefined;
    readonly 'code-key': readonly string[];
    readonly 'webhook-key': readonly string[];
  };
}): Promise<readonly Finding[]> {
  const { schema = 'stepward', 'code-key': codeKeys, 'webhook-key': webhookKeys } = options;
  const { diagnose } = await import('@stepward/postgres');
  const keys = {
    ...(codeKeys.length > 0 && { codeKeyIds: codeKeys }),
    ...(webhookKeys.length > 0 && { webhookKeyIds: webhookKeys }),
  };
  try {
    return await withPool({ variable }, (pool) => diagnose({ pool, schema, ...keys }), 2);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return [{ ...UNREACHABLE, found: error.message }];
  }
}

const UNREACHABLE = {
  check: 'connection',
  status: 'failed',
  advice: 'check DATABASE_URL, the network, and that the server runs and has connections to give',
  page: 'docs/operations.md#while-the-database-is-unavailable',
} as const;

const readAddress = (text: string): Promise<URL> =>
  readUrl(text, /^https?:$/, '--address must be an address that begins with https://');

const readRedis = (text: string): Promise<URL> =>
  readUrl(text, /^rediss?:$/, `${REDIS_URL} must begin with redis:// or rediss://`);

async function readUrl(text: string, protocols: RegExp, problem: string): Promise<URL> {
  const { parseUrl } = await import('@stepward/core/adapter');
  const url = parseUrl(text);
  if (url === null || !protocols.test(url.protocol)) throw new UsageError(problem);
  return url;
}
