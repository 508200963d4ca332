import { setTimeout as sleep } from 'node:timers/promises';
import type { GuardedProgram } from './guard.js';
import { withClient } from './with-client.js';

/** Milliseconds between two attempts to connect. */
const INTERVAL = 10;

/**
 * Resolves when a connection to `url` has been accepted. The log saying "ready" or the port being
 * open is not enough: Postgres opens its port before it has recovered.
 *
 * @param timeout milliseconds until it gives up
 * @throws as soon as the server ends, or at the deadline with the last refusal as its cause
 */
export async function waitUntilReady(
  url: string,
  server: GuardedProgram,
  timeout: number,
): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    const refusal = await refusalOf(url);
    if (refusal === null) return;
    if (performance.now() > deadline) {
      throw new Error(`Postgres was not ready within ${timeout} ms`, { cause: refusal });
    }
    const ended = await Promise.race([sleep(INTERVAL, null), server.closed]);
    if (ended !== null) throw new Error(`Postgres ended before it was ready (${ended})`);
  }
}

async function refusalOf(url: string): Promise<unknown> {
  try {
    await withClient(url, (client) => client.query('select 1'));
    return null;
  } catch (refusal) {
    return refusal;
  }
}
