import { receiptSources, type ReceiptSources } from '@stepward/sms/receipts';
import { readSmsProvider, type SmsProvider } from './sms-provider.js';

/** What the environment says about how to run. `DATABASE_URL` is read where the database is started. */
export interface DemoOptions {
  /** Port to listen on; 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** Multiplies the HTTP request limits, for load tests. The budgets for codes and sends stay. */
  readonly rateLimitScale: number;
  /** Sends real messages; null where they go to the demo's phones. */
  readonly smsProvider: SmsProvider | null;
  /** The address that providers report deliveries to; null for where the host listens. */
  readonly publicUrl: string | null;
}

/** Reads the options, and ends the process with one line where a variable is wrong. */
export function requireDemoOptions(environment: NodeJS.ProcessEnv): DemoOptions {
  try {
    return readDemoOptions(environment);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Reads `PORT` (3000), `HOST` (127.0.0.1), `RATE_LIMIT_SCALE` (1), `SMS_PROVIDER` (none) and `PUBLIC_URL` (where it listens).
 *
 * @throws TypeError that names the variable that is wrong.
 */
export function readDemoOptions(environment: NodeJS.ProcessEnv): DemoOptions {
  const port = Number(environment['PORT'] ?? 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new TypeError('PORT is an integer from 0 to 65535');
  }
  const rateLimitScale = Number(environment['RATE_LIMIT_SCALE'] ?? 1);
  if (!Number.isFinite(rateLimitScale) || rateLimitScale <= 0) {
    throw new TypeError('RATE_LIMIT_SCALE is a positive number');
  }
  const host = environment['HOST'] ?? '127.0.0.1';
  const publicUrl = environment['PUBLIC_URL'] ?? '';
  const smsProvider = readSmsProvider(environment);
  const options = { port, host, rateLimitScale, smsProvider, publicUrl: publicUrl || null };
  try {
    receiptsOf(options, () => 'http://127.0.0.1');
  } catch {
    throw new TypeError('PUBLIC_URL must be an https URL without a query');
  }
  return options;
}

/** The receipts of the provider, at the address where the host is reached. */
export function receiptsOf(
  { smsProvider, publicUrl }: Pick<DemoOptions, 'smsProvider' | 'publicUrl'>,
  baseUrl: () => string,
): ReceiptSources {
  const { name = '', receipts = null } = smsProvider ?? {};
  const sources = receipts === null ? {} : { [name]: receipts };
  return receiptSources({ publicUrl: publicUrl ?? baseUrl, sources });
}
