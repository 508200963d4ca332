import type { Logger } from '@stepward/core';

type Line = readonly [level: keyof Logger, fields: object, message: string];

/** A logger whose lines can be read. */
export interface RecordingLogger extends Logger {
  lines(): readonly Line[];
}

export function createRecordingLogger(): RecordingLogger {
  const lines: Line[] = [];
  const at =
    (level: keyof Logger) =>
    (fields: object, message: string): void => {
      lines.push([level, fields, message]);
    };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    lines: () => lines,
  };
}
