import type { Logger } from '@stepward/core';
import { say } from './ledger.js';

const scannedLoggers = new WeakMap<Logger, Logger>();

/** The logger. Its lines go into the ledger as well. */
export function scannedLogger(logger: Logger): Logger {
  const known = scannedLoggers.get(logger);
  if (known !== undefined) return known;
  const at =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      say('a log line', { level, fields, message });
      logger[level](fields, message);
    };
  const scanned = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  scannedLoggers.set(logger, scanned);
  scannedLoggers.set(scanned, scanned);
  return scanned;
}

/** What a function is called with, where a logger, or one in a bag of options, is scanned. */
export function withScannedLogger(argument: unknown): unknown {
  if (isLogger(argument)) return scannedLogger(argument);
  if (typeof argument !== 'object' || argument === null || !('logger' in argument)) return argument;
  const { logger } = argument;
  return isLogger(logger) ? { ...argument, logger: scannedLogger(logger) } : argument;
}

function isLogger(value: unknown): value is Logger {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['debug', 'info', 'warn', 'error'].every((level) => level in value)
  );
}
