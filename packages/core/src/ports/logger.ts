import { hasMethods } from '../shared/checks/check-options.js';

/**
 * Receives Stepward's log messages. A pino logger can be passed unchanged. No code, full phone number, secret or
 * token is ever passed to it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Whether a value is a logger. */
export const isLogger = hasMethods('debug', 'info', 'warn', 'error');

/** Logs nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
