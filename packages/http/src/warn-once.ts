import type { Logger } from '@stepward/core';

/** Logs a warning the first time that its message is given. */
export type WarnOnce = (message: string, fields?: object) => void;

/** @param logger receives each message once, for as long as the process runs */
export function createWarnOnce(logger: Logger): WarnOnce {
  const warned = new Set<string>();
  return (message, fields = {}) => {
    if (warned.has(message)) return;
    warned.add(message);
    logger.warn(fields, message);
  };
}
