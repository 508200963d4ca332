/** The parameters of a statement in their order: for each its SQL type, and its value. */
export type ParameterList<Input> = Readonly<
  Record<string, readonly [type: string, valueOf: (input: Input) => unknown]>
>;

/**
 * SQL for each parameter, such as `$2::timestamptz`, so the text of a long statement names them.
 *
 * @param first the number of the first
 */
export function parameterSql<Name extends string>(
  list: Readonly<Record<Name, readonly [type: string, valueOf: unknown]>>,
  first = 1,
): Readonly<Record<Name, string>> {
  const entries = Object.entries<readonly [string, unknown]>(list);
  return Object.fromEntries(
    entries.map(([name, [type]], index) => [name, `$${String(first + index)}::${type}`]),
  ) as Record<Name, string>;
}

export function parameterValues<Input>(list: ParameterList<Input>, input: Input): unknown[] {
  return Object.values(list).map(([, valueOf]) => valueOf(input));
}
