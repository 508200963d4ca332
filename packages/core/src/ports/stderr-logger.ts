import { silentLogger, systemClock, type Clock, type Logger } from './platform.js';
import { toLogValue } from '../shared/log-value.js';

/**
 * Makes a logger that writes a line of JSON for each warning and error: `level`, `time` (ISO 8601),
 * `message`, and the fields. `debug` and `info` are dropped.
 *
 * @param write gets each line, with its line feed
 */
export function createJsonLogger(
  write: (line: string) => unknown,
  clock: Pick<Clock, 'now'> = systemClock,
): Logger {
  const logAs =
    (level: 'warn' | 'error') =>
    (fields: object, message: string): void => {
      const line = { level, time: clock.now().toISOString(), message };
      write(`${JSON.stringify({ ...line, ...asFields(toLogValue(fields)), ...line })}\n`);
    };
  return { ...silentLogger, warn: logAs('warn'), error: logAs('error') };
}

/** The default logger: warnings and errors as lines of JSON on standard error. `silentLogger` logs nothing. */
export const stderrLogger: Logger = createJsonLogger((line) => process.stderr.write(line));

function asFields(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : { value };
}
