import type { Logger } from '@stepward/core';

/** One line that was logged. */
export interface LogLine {
  readonly level: keyof Logger;
  readonly fields: object;
  readonly message: string;
}

/** A logger that keeps its lines for a test to read. */
export interface RecordingLogger extends Logger {
  /** Oldest first. */
  readonly lines: readonly LogLine[];
}

/** Records every line and prints none. */
export function createRecordingLogger(): RecordingLogger {
  const lines: LogLine[] = [];
  const at =
    (level: LogLine['level']) =>
    (fields: object, message: string): void => {
      lines.push({ level, fields, message });
    };
  return {
    lines,
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
  };
}
