/** A database of its own for one purpose, such as one file of tests. */
export interface Database {
  /** Unique on its server: `stepward_` and 16 hexadecimal digits. */
  readonly name: string;
  /** Connects as the role that owns it. */
  readonly url: string;
  /**
   * Connects as a superuser, whom row-level security does not bind; the same as `url` where
   * `DATABASE_URL` gave the server.
   */
  readonly adminUrl: string;
  /** Removes it together with the connections to it. Calling it again changes nothing. */
  drop(): Promise<void>;
}
