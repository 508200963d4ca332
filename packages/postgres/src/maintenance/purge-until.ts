import { addMs, earlier, msBetween, type Expiry } from '@stepward/core/adapter';
import { CLOCK_TOLERANCE_MS, type ClockCheck } from '../connection/clock-check.js';
import { inOneStatement, type TransactionContext } from '../connection/transaction.js';

/** What a sweep is run over: storage, and the comparison of the clocks. */
export interface SweepContext extends TransactionContext {
  readonly clockCheck: ClockCheck;
}

/** What a sweep deletes. */
export interface PurgeUntil extends Expiry {
  /** For logs that must be kept: not later than the database's clock. */
  readonly keptUntil: Date;
}

/**
 * Bounds what expires by the database's clock plus a minute, because the process may have a wrong clock, and what a purge
 * deletes is gone.
 */
export async function boundExpiry(
  context: SweepContext,
  { now, eventsUntil, deliveriesUntil }: Expiry,
): Promise<PurgeUntil> {
  const databaseNow = await readDatabaseNow(context);
  const bounded = boundBy(databaseNow, now);
  const isAheadMs = msBetween(bounded, now);
  return {
    now: bounded,
    eventsUntil: addMs(eventsUntil, -isAheadMs),
    deliveriesUntil: addMs(deliveriesUntil, -isAheadMs),
    keptUntil: earlier(now, databaseNow),
  };
}

/** The time of the process, but not beyond the database's clock plus a minute. */
export async function boundByDatabase(context: SweepContext, now: Date): Promise<Date> {
  return boundBy(await readDatabaseNow(context), now);
}

function boundBy(databaseNow: Date, now: Date): Date {
  return earlier(now, addMs(databaseNow, CLOCK_TOLERANCE_MS));
}

async function readDatabaseNow(context: SweepContext): Promise<Date> {
  const read = (): Promise<readonly unknown[]> =>
    inOneStatement(context, { text: 'select clock_timestamp() as now' });
  const nowOf = ([row]: readonly unknown[]): Date => (row as { readonly now: Date }).now;
  return nowOf(await context.clockCheck.compare(read, nowOf));
}
