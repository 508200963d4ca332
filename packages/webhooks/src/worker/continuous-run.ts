import type { DeliverySettings } from '../delivery-worker-options.js';
import { createDeliveryRun } from './delivery-run.js';
import { createMaintenance } from './maintenance.js';
import { after } from '../waiting/timers.js';
import { createQueueMeter } from './queue-meter.js';
import { createWakeListener } from './wake-listener.js';

/** A run that goes on until it is stopped. */
export interface ContinuousRun {
  wake(): void;
  stop(): Promise<void>;
}

/** Milliseconds between two measurements of the queue. */
const MEASURE_MS = 15_000;

/** Delivers from now on: what it is told at once, and the rest with the next poll. Keeps the process alive. */
export function beginContinuousRun(settings: DeliverySettings): ContinuousRun {
  const { outbox, clock, logger, pollMs, purgeMs } = settings;
  const { queue } = outbox;
  const run = createDeliveryRun(settings, 'share', () => listener.isListening());
  const { worker } = run;
  const measureQueue = createQueueMeter({ ...settings, run });
  const maintenance = createMaintenance(
    [
      { name: 'measure queue', everyMs: MEASURE_MS, run: measureQueue },
      ...(purgeMs === null ? [] : [{ name: 'purge', everyMs: purgeMs, run: () => outbox.purge() }]),
    ],
    { clock, logger },
  );
  const listener = createWakeListener({
    ...{ worker, queue, clock, logger },
    onNews: (news) => (news === 'shards' ? run.hold() : run.readArrivals()),
  });
  // The clock's timers would not keep the process alive, and without a worker nothing is delivered.
  const alive = setInterval(() => undefined, 2 ** 30);
  let isStopped = false;

  function poll(): void {
    if (isStopped) return;
    maintenance.begin();
    run.poll();
    after(clock, pollMs, poll);
  }

  run.hold();
  poll();
  if (settings.wake) listener.start();
  return {
    wake: () => run.readArrivals(),
    async stop() {
      isStopped = true;
      await Promise.all([listener.stop(), run.end(), maintenance.settled()]);
      clearInterval(alive);
    },
  };
}
