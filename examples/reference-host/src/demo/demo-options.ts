/** What the environment says about how to run. `DATABASE_URL` is read where the database is started. */
export interface DemoOptions {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Multiplies the HTTP request limits, for load tests. The budgets for codes and sends stay. */
  readonly rateLimitScale: number;
}

/** Reads `PORT` (3000), `HOST` (127.0.0.1) and `RATE_LIMIT_SCALE` (1). */
export function readDemoOptions(environment: NodeJS.ProcessEnv): DemoOptions {
  const port = Number(environment['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError('PORT is an integer from 0 to 65535');
  }
  const rateLimitScale = Number(environment['RATE_LIMIT_SCALE'] ?? 1);
  if (!Number.isFinite(rateLimitScale) || rateLimitScale <= 0) {
    throw new TypeError('RATE_LIMIT_SCALE is a positive number');
  }
  return { port, host: environment['HOST'] ?? '127.0.0.1', rateLimitScale };
}
