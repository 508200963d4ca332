/** What one argument of a method must be. */
export interface ArgumentRule {
  readonly name: string;
  /** Completes "must be …". */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
}

/** The rules for the arguments of each method, in their order. Arguments after the last rule are not checked. */
export type MethodArguments<Service> = {
  readonly [Method in keyof Service]: readonly ArgumentRule[];
};

type AsyncMethod = (...values: readonly unknown[]) => Promise<unknown>;

/**
 * The same service, whose methods reject with a TypeError that names the argument which is of a wrong kind:
 * callers may write JavaScript, where it would be "Cannot read properties of undefined" further inside. Values
 * are never shown.
 *
 * @param name the service's name in the error, for example `identities`
 */
export function withCheckedArguments<Service extends object>(
  name: string,
  service: Service,
  methods: MethodArguments<Service>,
): Service {
  const checked = Object.entries<readonly ArgumentRule[]>(methods).map(([method, rules]) => {
    const call = (service as Readonly<Record<string, AsyncMethod>>)[method];
    const checkedCall: AsyncMethod = async (...values) => {
      const wrong = rules.find((rule, index) => !rule.isValid(values[index]));
      if (wrong !== undefined) {
        throw new TypeError(`${name}.${method}: ${wrong.name} must be ${wrong.expected}`);
      }
      return call?.(...values);
    };
    return [method, rules.length === 0 ? call : checkedCall] as const;
  });
  return { ...service, ...Object.fromEntries(checked) };
}
