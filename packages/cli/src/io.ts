/** What the program uses of its process. */
export interface Io {
  /** Writes to standard output. Resolves to false if the reader has closed the pipe. */
  write(text: string): Promise<boolean>;
  /** Writes one line for people to standard error. */
  warn(line: string): void;
  /** Reads standard input to its end. */
  read(): Promise<string>;
  /** Resolves when SIGINT or SIGTERM stops the program, or when standard output is closed. */
  untilStopped(): Promise<void>;
}

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;
