/** A database of its own for one purpose, such as one file of tests. */
export interface Database {
  /** Unique on its server: `stepward`, or the name of its template, then `_` and 16 hexadecimal digits. */
  readonly name: string;
  /** Connects as the role that owns it. */
  readonly url: string;
  /**
   * Connects as a superuser, whom row-level security does not bind; null where the server has none to offer.
   */
  readonly adminUrl: string | null;
  /** Removes it and its copies, together with the connections to them. Calling it again changes nothing. */
  drop(): Promise<void>;
}
