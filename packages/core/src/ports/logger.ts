import { hasMethods } from '../shared/check-options.js';

/**
 * Where Stepward reports what an operator must know. A pino logger fits as it is. No code, full phone
 * number, secret or token is ever passed to it.
 */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Whether a value can be logged to. */
export const isLogger = hasMethods('debug', 'info', 'warn', 'error');

/** Logs nothing. */
export const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
