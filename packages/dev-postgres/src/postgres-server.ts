/** A Postgres in which databases can be created. */
export interface PostgresServer {
  /** Connects as an ordinary role that owns the database it names: row-level security binds it. */
  readonly url: string;
  /**
   * Connects as a superuser, to the maintenance database; the same as `url` where `DATABASE_URL`
   * gave the server.
   */
  readonly adminUrl: string;
  /**
   * Ends the server and removes its data, at once. Calling it again changes nothing; nor does it
   * where `DATABASE_URL` gave the server.
   */
  stop(): Promise<void>;
}
