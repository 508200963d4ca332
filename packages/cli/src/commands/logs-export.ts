import type { LogEntry, LogName } from '@stepward/core';
import { defineCommand, oneOf, textOption } from '../command.js';
import { copyLog, positionAfter, positionIn, type LogCopy } from '../copy-log.js';
import { DATABASE_ENVIRONMENT, DATABASE_OPTIONS, withStepward } from '../database.js';
import { Failure, UsageError } from '../failures.js';
import { callerFor, TENANT_OPTION } from '../tenant.js';

const LOGS = ['audit', 'authentication'] as const satisfies readonly LogName[];

/** Milliseconds until it looks for new entries again, or for a database that is away. */
const POLL_MS = 1_000;

export const logsExport = defineCommand({
  name: 'logs export',
  summary: 'Writes a log of a tenant, one entry a line, oldest first',
  details: [
    'Ends with the newest entry; with --follow it waits for more, until it is interrupted.',
    'With --state it begins after the entry in the file, and keeps the file up to date:',
    'the id of the last entry that was written. After a crash lines may come again.',
  ],
  options: {
    ...DATABASE_OPTIONS,
    tenant: TENANT_OPTION,
    log: textOption('<log>', 'audit, the default, or authentication', oneOf(LOGS)),
    format: textOption(
      '<format>',
      'json, the default, or ocsf for events of OCSF 1.8.0',
      oneOf(['json', 'ocsf']),
    ),
    after: textOption('<id>', 'begin after this entry, by default with the oldest'),
    state: textOption('<file>', 'where the id of the last entry is kept'),
    follow: { type: 'flag', summary: 'wait for new entries' },
  },
  environment: DATABASE_ENVIRONMENT,
  examples: [
    'stepward logs export --tenant acme > audit.ndjson',
    'stepward logs export --tenant acme --log authentication --follow --state acme.id',
  ],
  async run(invocation) {
    const { options, io, say } = invocation;
    const { tenantId } = await callerFor(options.tenant);
    const stopped = io.untilStopped().then(() => false);
    const pause = (): Promise<boolean> =>
      Promise.race([stopped, io.pause(POLL_MS).then(() => true)]);
    const database = { hasAnswered: false, isAway: false };
    const copy: LogCopy = {
      tenantId,
      log: options.log === 'authentication' ? 'authentication' : 'audit',
      position: await positionOf(options),
      lineOf: await lineFormat(options.format, tenantId),
      write: (text) => Promise.race([stopped, io.write(text)]),
      waitForMore: options.follow ? pause : async () => false,
      onRead: () => {
        database.hasAnswered = true;
        database.isAway = false;
      },
    };
    do {
      try {
        await withStepward(invocation, (stepward) => copyLog(stepward, copy));
        return 0;
      } catch (error) {
        // At the start it is the set-up that is wrong, more often than not.
        if (!options.follow || !database.hasAnswered || !isOfDatabase(error)) throw error;
        if (!database.isAway) say(`${error.message}; trying again`);
        database.isAway = true;
      }
    } while (await pause());
    return 0;
  },
});

function positionOf({
  after,
  state,
}: {
  readonly after?: string | undefined;
  readonly state?: string | undefined;
}) {
  if (state === undefined) return positionAfter(after ?? null);
  if (after === undefined) return positionIn(state);
  throw new UsageError('expected --after or --state, not both: the file has where to begin');
}

async function lineFormat(
  format: string | undefined,
  tenantId: string,
): Promise<(entry: LogEntry) => object> {
  const { logLine, toOcsf } = await import('@stepward/core/logs');
  return format === 'ocsf' ? (entry) => toOcsf(entry, tenantId) : logLine;
}

function isOfDatabase(error: unknown): error is Failure {
  return error instanceof Failure && error.code.startsWith('database_');
}
