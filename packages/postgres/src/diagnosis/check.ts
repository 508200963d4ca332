/** What a check found. */
export interface Verdict {
  /** `failed`: Stepward does not work, or not safely. `warning`: it works, but something may need attention. */
  readonly status: 'ok' | 'warning' | 'failed';
  /** One line, without a secret. */
  readonly found: string;
  /** What to do; null where nothing has to be done. */
  readonly advice: string | null;
}

export function fine(found: string): Verdict {
  return { status: 'ok', found, advice: null };
}

export function warning(found: string, advice: string): Verdict {
  return { status: 'warning', found, advice };
}

export function failure(found: string, advice: string): Verdict {
  return { status: 'failed', found, advice };
}

/** Returns the rows of a statement in the transaction of the check, which sees the rows of all tenants that a sweep sees. */
export type ReadRows = <Row>(text: string, values?: unknown[]) => Promise<readonly Row[]>;

/** The ids of the key rings of the service, the active key first; null where they are not known. */
export interface DatabaseKeys {
  readonly codes: readonly string[] | null;
  readonly webhooks: readonly string[] | null;
}

/** What a check may ask for beside the database. */
export interface CheckContext {
  /** The schema, quoted. */
  readonly schema: string;
  readonly schemaName: string;
  readonly keys: DatabaseKeys;
  /** Milliseconds after which the pool gives a statement up; null where it has no such option, or is no pool of `pg`. */
  readonly queryTimeoutMs: number | null;
}

/** One question about the database. */
export interface Check {
  /** In lower case, unique. */
  readonly name: string;
  /** The page on it, from the root of the repository, with an anchor. */
  readonly page: string;
  run(read: ReadRows, context: CheckContext): Promise<Verdict>;
}

/** The first few of a list, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${String(names.length - 5)} more` : shown;
}
