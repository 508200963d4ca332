/** The rule for one argument of a method. */
export interface ArgumentRule {
  readonly name: string;
  /** Completes "must be …". */
  readonly expected: string;
  readonly isValid: (value: unknown) => boolean;
  /** The names that an object may have; any name if this is omitted. */
  readonly fields?: readonly string[];
}

/** The rules for the arguments of each method, in their order. Arguments after the last rule are not checked. */
export type MethodArguments<Service> = {
  readonly [Method in keyof Service]: readonly ArgumentRule[];
};

type AsyncMethod = (...values: readonly unknown[]) => Promise<unknown>;

/**
 * Wraps a service so that its methods reject with a TypeError that names an argument of the wrong type. Without it,
 * JavaScript callers would get "Cannot read properties of undefined" from further inside. Values are never shown.
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
      for (const [index, rule] of rules.entries()) {
        checkArgument(`${name}.${method}`, rule, values[index]);
      }
      return call?.(...values);
    };
    return [method, checkedCall] as const;
  });
  return { ...service, ...Object.fromEntries(checked) };
}

function checkArgument(method: string, rule: ArgumentRule, value: unknown): void {
  if (!rule.isValid(value)) {
    throw new TypeError(`${method}: ${rule.name} must be ${rule.expected}`);
  }
  const { fields } = rule;
  if (fields === undefined) return;
  const unknown = Object.keys(value as object).find((field) => !fields.includes(field));
  if (unknown === undefined) return;
  throw new TypeError(
    `${method}: there is no field ${rule.name}.${unknown}; the fields are ${fields.join(', ')}`,
  );
}
