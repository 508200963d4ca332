/** A Postgres in which databases can be created. */
export interface PostgresServer {
  /** Connects as an ordinary role that owns the database it names: row-level security binds it. */
  readonly url: string;
  /**
   * Connects as a superuser, to the maintenance database; null where `DATABASE_URL` gave the server and
   * `ADMIN_DATABASE_URL` did not.
   */
  readonly adminUrl: string | null;
  /**
   * Ends the server and removes its data, at once. Calling it again changes nothing; nor does it
   * where `DATABASE_URL` gave the server.
   */
  stop(): Promise<void>;
}
