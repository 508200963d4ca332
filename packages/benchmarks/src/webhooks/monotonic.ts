/** Milliseconds by a clock that all processes of a machine share, and that is never set. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1_000_000;
}
