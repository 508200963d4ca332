/**
 * Checks events against a slice of the schema of OCSF 1.8.0: of three classes and the objects in them, each attribute with its
 * type and values, and which are required. Attributes of profiles and deprecated ones are left out, so they are faults.
 * Source: github.com/ocsf/ocsf-schema at 3dcb905d26523ce4d5d0ba3c28c8507e2c859407; LICENSE and NOTICE are beside.
 */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

interface Attribute {
  readonly type: string;
  readonly required?: true;
  readonly array?: true;
  readonly enum?: Readonly<Record<string, string>>;
}

interface Shape {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly constraints?: { readonly at_least_one?: readonly string[] };
}

const schema = JSON.parse(readFileSync(new URL('schema-1.8.0.json', import.meta.url), 'utf8')) as {
  readonly classes: Readonly<Record<string, Shape>>;
  readonly objects: Readonly<Record<string, Shape>>;
};

type Value = Readonly<Record<string, unknown>>;

/** Returns what is wrong with an event; empty if nothing is. */
export function ocsfFaults(event: Value): readonly string[] {
  const shape = schema.classes[String(event['class_uid'])];
  if (shape === undefined) return [`class_uid: unknown ${String(event['class_uid'])}`];
  const typeUid = Number(event['class_uid']) * 100 + Number(event['activity_id']);
  return [
    ...(event['category_uid'] === Math.floor(Number(event['class_uid']) / 1000)
      ? []
      : ['category_uid']),
    ...(event['type_uid'] === typeUid ? [] : ['type_uid']),
    ...(event['activity_id'] === 99 && event['activity_name'] === undefined
      ? ['activity_name']
      : []),
    ...shapeFaults(shape, event, ''),
  ];
}

function shapeFaults(
  { attributes, constraints }: Shape,
  value: Value,
  at: string,
): readonly string[] {
  const needed = Object.keys(attributes).filter((name) => attributes[name]?.required);
  const oneOf = constraints?.at_least_one ?? null;
  return [
    ...needed.filter((name) => value[name] === undefined).map((name) => `${at}${name}: missing`),
    ...(oneOf === null || oneOf.some((name) => value[name] !== undefined)
      ? []
      : [`${at}one of ${oneOf.join()}`]),
    ...Object.entries(value).flatMap(([name, each]) => {
      if (each === undefined) return [];
      const attribute = attributes[name];
      if (attribute === undefined) return [`${at}${name}: unknown`];
      return attributeFaults(attribute, each, `${at}${name}`);
    }),
  ];
}

function attributeFaults(
  { array, ...one }: Attribute,
  value: unknown,
  at: string,
): readonly string[] {
  if (array) {
    if (!Array.isArray(value)) return [`${at}: no array`];
    return value.flatMap((each) => attributeFaults(one, each, at));
  }
  const shape = schema.objects[one.type];
  if (shape !== undefined) return shapeFaults(shape, Object(value) as Value, `${at}.`);
  if (!hasType(one.type, value)) return [`${at}: no ${one.type}: ${JSON.stringify(value)}`];
  // `class_uid` and `category_uid` have the values of the base event alone, and are checked above.
  if (one.enum === undefined || /^(class|category)_uid$/.test(at)) return [];
  return Object.hasOwn(one.enum, String(value)) ? [] : [`${at}: unknown value ${String(value)}`];
}

function hasType(type: string, value: unknown): boolean {
  switch (type) {
    case 'integer_t':
    case 'long_t':
      return Number.isSafeInteger(value);
    case 'string_t':
      return typeof value === 'string';
    case 'boolean_t':
      return typeof value === 'boolean';
    case 'ip_t':
      return isIP(String(value)) !== 0;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return false;
  }
}
