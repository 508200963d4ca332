/**
 * Checks a factory's options once: a mistake is reported at start with the option's name, and not at the
 * first request as "Cannot read properties of undefined". Values are never printed: an option may be a secret.
 */

/** The rule for one option. */
export interface OptionRule {
  readonly required: boolean;
  /** Completes "must be …", for example `a Storage, for example createPostgresStorage({ pool })`. */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
}

/** A rule for each option: the compiler reports a missing one. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

/** The rule of an option that may be left out, with what then takes its place. */
export interface DefaultedRule<Value> extends OptionRule {
  readonly fallback: Value;
}

/** A rule for each option, with a default for each that may be left out: the compiler reports a missing one. */
export type OptionTable<Options> = {
  readonly [Name in keyof Required<Options>]: object extends Pick<Options, Name>
    ? DefaultedRule<Required<Options>[Name]>
    : OptionRule;
};

/** An option that must be given. */
export function required(expected: string, isValid: OptionRule['isValid']): OptionRule {
  return { required: true, expected, isValid };
}

/** An option that may be left out. `undefined` counts as left out, null does not. */
export function optional(expected: string, isValid: OptionRule['isValid']): OptionRule {
  return { required: false, expected, isValid };
}

/** An option that may be left out, and its default. */
export function defaulted<Value>(
  fallback: Value,
  expected: string,
  isValid: OptionRule['isValid'],
): DefaultedRule<Value> {
  return { required: false, expected, isValid, fallback };
}

/**
 * @param path the prefix of the names, for options within an option: `limits.`
 * @throws TypeError that starts with the factory's name and names the option that is missing, wrong or unknown.
 * @example
 * checkOptions('createHibp', options, { timeoutMs: optional('a positive integer', isPositiveInteger) });
 */
export function checkOptions<Options extends object>(
  factory: string,
  options: Options,
  rules: OptionRules<Options>,
  path = '',
): void {
  if (!isObject(options)) {
    throw new TypeError(
      `${factory}: ${path.replace(/\.$/, '') || 'the options'} must be an object`,
    );
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(rules, name)) {
      const known = Object.keys(rules).map((each) => path + each);
      if (!isPlain(options)) {
        throw new TypeError(
          `${factory}: ${path.replace(/\.$/, '') || 'the options'} must be a plain object with ${known.join(', ')}`,
        );
      }
      throw new TypeError(
        `${factory}: there is no option ${path}${name}; the options are ${known.join(', ')}`,
      );
    }
  }
  for (const [name, rule] of Object.entries<OptionRule>(rules)) {
    const value = (options as Readonly<Record<string, unknown>>)[name];
    if (value === undefined ? !rule.required : rule.isValid(value)) continue;
    const problem = value === undefined ? 'is missing; it must be' : 'must be';
    throw new TypeError(`${factory}: ${path}${name} ${problem} ${rule.expected}`);
  }
}

/**
 * Checks options as {@link checkOptions} does.
 *
 * @returns the options, with the defaults of those that were left out
 */
export function readOptions<Options extends object>(
  factory: string,
  options: Options,
  table: OptionTable<Options>,
  path = '',
): Required<Options> {
  checkOptions<Options>(factory, options, table, path);
  const given = options as Readonly<Record<string, unknown>>;
  const read = Object.entries<OptionRule & Partial<DefaultedRule<unknown>>>(table).map(
    ([name, { fallback }]) => [name, given[name] === undefined ? fallback : given[name]] as const,
  );
  return Object.fromEntries(read) as Required<Options>;
}

/** Whether a value is a plain object, and not, for example, a pool that was passed instead of `{ pool }`. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether a value has all of these methods, its own or inherited. */
export function hasMethods(...names: readonly string[]): OptionRule['isValid'] {
  return (value) =>
    (isObject(value) || isFunction(value)) &&
    names.every((name) => isFunction((value as Readonly<Record<string, unknown>>)[name]));
}

export function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

export function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** A string of at least one character. */
export function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length > 0;
}

export function isPositiveInteger(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** An object that is not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is one of a closed list. */
export function isOneOf(...values: readonly unknown[]): OptionRule['isValid'] {
  return (value) => values.includes(value);
}
