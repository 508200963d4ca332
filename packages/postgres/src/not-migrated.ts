/** Thrown where the schema lacks tables or functions of this version. */
export class NotMigrated extends Error {
  constructor(schemaName: string, options?: ErrorOptions) {
    super(
      `the database schema ${JSON.stringify(schemaName)} is missing or out of date: call migrate() of ` +
        '@stepward/postgres, or run "npx stepward-postgres migrate", before the service starts',
      options,
    );
    this.name = 'NotMigrated';
  }
}
