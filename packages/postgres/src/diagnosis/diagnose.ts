import { silentLogger, systemClock, systemRandom, type Clock } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { aheadOf } from '../connection/clock-check.js';
import { explainErrorsOf } from '../connection/explain-error.js';
import { A_POOL, type PostgresPool } from '../connection/postgres-pool.js';
import { A_NAME, isDatabaseName, quoteIdentifier } from '../connection/quote.js';
import { readServerState } from '../connection/server-state.js';
import { inTransaction } from '../connection/transaction.js';
import { BEGIN } from '../connection/unit-of-work.js';
import { BEGIN_MAINTENANCE } from '../maintenance/sweep.js';
import { failure, type Check, type CheckContext, type ReadRows, type Verdict } from './check.js';
import { KEY_CHECKS } from './key-checks.js';
import { MAINTENANCE_CHECKS } from './maintenance-checks.js';
import { checkPooler, POOLER } from './pooler-check.js';
import { migrations, SCHEMA_CHECKS } from './schema-checks.js';
import { SERVER_CHECKS } from './server-checks.js';
import { timeouts } from './timeout-check.js';
import { WORKER_CHECKS } from './worker-checks.js';

/** What one check of {@link diagnose} found. */
export interface Finding extends Verdict {
  /** The name of the check, for example `row-level security`. */
  readonly check: string;
  /** The page on it, from the root of Stepward's repository. */
  readonly page: string;
}

export interface DiagnoseOptions {
  /** Of at least two connections, as the role of the service. Connections that were used to look for a pooler are closed. */
  readonly pool: PostgresPool;
  /** The schema that {@link migrate} made; `stepward`. */
  readonly schema?: string;
  /** The ids of `codeKeys` of the service, the active key first. Without it keys are counted, and not compared. */
  readonly codeKeyIds?: readonly string[];
  /** The same of `webhooks.keys`. */
  readonly webhookKeyIds?: readonly string[];
  /** Compared with the clock of the database; the machine's by default. */
  readonly clock?: Clock;
}

/** A statement that reads long tables is given up after half a minute, so that the whole ends. */
const BEGIN_CHECK = `${BEGIN_MAINTENANCE}; set transaction read only; set local statement_timeout = '30s'`;

/**
 * Checks the database for what keeps Stepward from working, or from working safely: the server, the role, the schema, the
 * workers, what is stored under which key, and maintenance. Changes nothing. What depends on the tables is left out where
 * they are not those of this version.
 *
 * Tables of people are read as a whole to count what is under each key: about 10 seconds for ten million.
 *
 * @returns the findings, in the order of docs/operations/doctor.md
 * @throws StorageUnavailable where the database cannot be reached, TypeError that names the option that is missing, wrong
 * or unknown
 * @example
 * const findings = await diagnose({ pool, codeKeyIds: ['key-2', 'key-1'] });
 * const failed = findings.filter(({ status }) => status === 'failed');
 */
export async function diagnose(options: DiagnoseOptions): Promise<readonly Finding[]> {
  checkOptions('diagnose', options, {
    pool: required(A_POOL, hasMethods('connect')),
    schema: optional(A_NAME, isDatabaseName),
    codeKeyIds: optional(IDS, Array.isArray),
    webhookKeyIds: optional(IDS, Array.isArray),
    clock: optional('a Clock', hasMethods('now', 'timeout')),
  });
  const { pool, schema: schemaName = 'stepward', clock = systemClock } = options;
  const context: CheckContext = {
    schemaName,
    schema: quoteIdentifier(schemaName),
    keys: { codes: options.codeKeyIds ?? null, webhooks: options.webhookKeyIds ?? null },
    queryTimeoutMs: queryTimeoutOf(pool),
  };
  const transaction = { pool, logger: silentLogger, explain: explainErrorsOf(schemaName) };

  async function verdictOf(work: () => Promise<Verdict>): Promise<Verdict> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown error';
      return failure(`it could not be checked: ${reason}`, 'correct that, and run this again');
    }
  }

  async function findingOf(check: Check): Promise<Finding> {
    const verdict = await verdictOf(() =>
      inTransaction(transaction, BEGIN_CHECK, (executor) => {
        const read: ReadRows = async <Row>(text: string, values?: unknown[]) =>
          (await executor.query(values ? { text, values } : { text })).rows as Row[];
        return check.run(read, context);
      }),
    );
    return { check: check.name, ...verdict, page: check.page };
  }

  const before = clock.now();
  const server = await inTransaction(transaction, BEGIN, readServerState);
  const given = { schemaName, aheadMs: aheadOf(before, server.now, clock.now()) };
  const findings: Finding[] = SERVER_CHECKS.map((check) => ({
    check: check.name,
    ...check.judge(server, given),
    page: check.page,
  }));
  const pooler = await verdictOf(() => checkPooler({ pool, clock, random: systemRandom }));
  findings.push({ check: POOLER.name, ...pooler, page: POOLER.page });
  findings.push(await findingOf(migrations));
  if (findings.at(-1)?.status === 'failed') return findings;
  for (const check of TABLE_CHECKS) findings.push(await findingOf(check));
  return findings;
}

/** A pool of `pg` shows its options. */
function queryTimeoutOf(pool: PostgresPool): number | null {
  const { options } = pool as { readonly options?: { readonly query_timeout?: unknown } };
  return Number(options?.query_timeout ?? 0) || null;
}

const IDS = 'an array of the ids of keys';

const TABLE_CHECKS: readonly Check[] = [
  timeouts,
  ...SCHEMA_CHECKS,
  ...WORKER_CHECKS,
  ...KEY_CHECKS,
  ...MAINTENANCE_CHECKS,
];
