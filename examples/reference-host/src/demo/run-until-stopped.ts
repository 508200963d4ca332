const PARENT_CHECK_MS = 500;

/**
 * Calls `stop` once, on SIGINT, on SIGTERM, or when the process that started this one dies, and then
 * lets the process end.
 */
export function runUntilStopped(stop: () => Promise<void>): void {
  const parent = process.ppid;
  let stopping = false;

  const stopOnce = (): void => {
    if (stopping) return;
    stopping = true;
    clearInterval(watch);
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };

  const watch = setInterval(() => {
    if (process.ppid !== parent) stopOnce();
  }, PARENT_CHECK_MS);
  process.once('SIGINT', stopOnce);
  process.once('SIGTERM', stopOnce);
}
