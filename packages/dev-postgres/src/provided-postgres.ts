/**
 * What the run's global set-up hands to the test files; it crosses processes, so it is plain data.
 */
export interface ProvidedPostgres {
  readonly url: string;
  readonly adminUrl: string | null;
  /** Name of the database to copy. */
  readonly template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stepwardPostgres: ProvidedPostgres;
  }
}
