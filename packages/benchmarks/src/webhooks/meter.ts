import type { PostgresCpu } from '../http/postgres-cpu.js';

/** Deliveries since it was started. */
export interface Meter {
  perSecond(): number;
  /** Seconds of Postgres' processor time for 1,000 of them. */
  postgresPer1000(): number;
}

/** @param delivered deliveries so far */
export function startMeter(delivered: () => number, postgresCpu: PostgresCpu): Meter {
  const [deliveredBefore, cpuBefore, started] = [delivered(), postgresCpu(), performance.now()];
  const count = (): number => delivered() - deliveredBefore;
  return {
    perSecond: () => (count() * 1_000) / (performance.now() - started),
    postgresPer1000: () => ((postgresCpu() ?? NaN) - (cpuBefore ?? NaN)) / count(),
  };
}
