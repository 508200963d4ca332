/** What the environment says about how to run. `DATABASE_URL` is read where the database is started. */
export interface DemoOptions {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  readonly host: string;
}

/** Reads `PORT` (3000) and `HOST` (127.0.0.1). */
export function readDemoOptions(environment: NodeJS.ProcessEnv): DemoOptions {
  const port = Number(environment['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError('PORT is an integer from 0 to 65535');
  }
  return { port, host: environment['HOST'] ?? '127.0.0.1' };
}
