/** One step of the schema. Steps only go forward, and one that was released never changes. */
export interface Migration {
  /** Sorts in the order of application; `<schema>.migrations` records it. */
  readonly id: string;
  /** The statements, for a schema whose name is already quoted. */
  readonly sql: (schema: string) => string;
}
