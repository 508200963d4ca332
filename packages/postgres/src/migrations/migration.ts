/** One step of the schema. Steps only go forward, and one that was released never changes. */
export interface Migration {
  /** Sorts in the order of application, and is what `<schema>.migrations` records. */
  readonly id: string;
  /** The statements, for a schema whose name is quoted already. */
  readonly sql: (schema: string) => string;
}
