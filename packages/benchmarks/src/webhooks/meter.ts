import { percentile } from '../compare.js';
import type { PostgresCpu } from '../http/postgres-cpu.js';
import type { Arrivals } from './arrivals.js';

/** Deliveries since it was started. */
export interface Meter {
  perSecond(): number;
  /** 99 % of them took no longer, in milliseconds. */
  p99Ms(): number;
  /** Seconds of Postgres' processor time for 1,000 of them. */
  postgresPer1000(): number;
}

export function startMeter({ distinct, latencies }: Arrivals, postgresCpu: PostgresCpu): Meter {
  const [deliveredBefore, cpuBefore, started] = [distinct(), postgresCpu(), performance.now()];
  const count = (): number => distinct() - deliveredBefore;
  return {
    perSecond: () => (count() * 1_000) / (performance.now() - started),
    p99Ms: () => percentile(latencies.slice(deliveredBefore), 0.99),
    postgresPer1000: () => ((postgresCpu() ?? NaN) - (cpuBefore ?? NaN)) / count(),
  };
}
