/**
 * An object schema of any library that follows Standard Schema and Standard JSON Schema (standardschema.dev), such as
 * `z.object({ … })` of zod 4.2 or newer. Only this part of the two is used.
 */
export interface DataSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    /** A promise is refused. */
    readonly validate: (value: unknown) => SchemaResult | Promise<SchemaResult>;
    /** JSON Schema of what goes in and of what comes out. Throws where there is none. */
    readonly jsonSchema: Readonly<Record<'input' | 'output', ToJsonSchema>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type ToJsonSchema = (options: {
  readonly target: 'draft-2020-12';
}) => Readonly<Record<string, unknown>>;

type SchemaResult =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

/** One fault, with the path to it. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

type TypesOf<Schema extends DataSchema> = NonNullable<Schema['~standard']['types']>;

/** The type of what a schema takes. */
export type InputOf<Schema extends DataSchema> = TypesOf<Schema>['input'];

/** The type of what a schema gives. */
export type OutputOf<Schema extends DataSchema> = TypesOf<Schema>['output'];
