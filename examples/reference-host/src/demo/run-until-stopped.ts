const PARENT_CHECK_MS = 500;

/** Read while the program loads, to notice also a parent that dies during the start. */
const parent = process.ppid;

/**
 * Calls `stop` once, on SIGINT, on SIGTERM, or when the process that started this one dies, and then
 * ends the process. Later signals change nothing: Ctrl-C sends two, the terminal's and npm's.
 */
export function runUntilStopped(stop: () => Promise<void>): void {
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
  process.on('SIGINT', stopOnce);
  process.on('SIGTERM', stopOnce);
}
