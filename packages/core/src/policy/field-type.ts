import { err, Result } from 'neverthrow';
import { FACTOR_NAMES, type FactorName } from '../records/factor-name.js';
import {
  booleanField,
  integerField,
  wordField,
  type RecordField,
} from '../shared/checks/record-field.js';

/** A type of policy value: how to read it, and which of two values is stricter. */
export interface FieldType<T> extends RecordField<T> {
  /** For people, for example `integer, 8 to 128`. */
  readonly description: string;
  /**
   * What an unknown stored value counts as: the strictest value. For a set, the known names, or else the tenant's
   * set: with an empty set no person would be asked for a factor.
   */
  ofUnknown(stored: unknown, tenantValue: T): T;
  /** Whether `value` is as strict as `floor`, or stricter. */
  isAtLeast(value: T, floor: T): boolean;
  /** `value` where it is at least `floor`, else `floor`; for sets the intersection, or `floor` if that is empty. */
  meet(value: T, floor: T): T;
}

/** One of the known words, weakest first. */
export function ranked<const W extends string>(...words: readonly [W, ...W[]]): FieldType<W> {
  return scalar({
    description: words.map((word) => `\`${word}\``).join(' < '),
    schema: { enum: words },
    ofUnknown: () => words.at(-1) ?? words[0],
    read: (input) => wordField(words).read(input),
    isAtLeast: (value, floor) => words.indexOf(value) >= words.indexOf(floor),
  });
}

/** A switch that is stricter when it is on. */
export const flag: FieldType<boolean> = scalar({
  description: 'boolean, `true` is stricter',
  ...booleanField,
  ofUnknown: () => true,
  isAtLeast: (value, floor) => value || !floor,
});

/** The bounds of an integer, both included; no `max` means any safe integer. */
export interface IntegerBounds {
  readonly min: number;
  readonly max?: number;
}

/** An integer that is stricter the larger it is. */
export function largerIsStricter(bounds: IntegerBounds): FieldType<number> {
  return integer(
    bounds,
    'larger is stricter',
    bounds.max ?? Number.MAX_SAFE_INTEGER,
    (value) => value,
  );
}

/** An integer that is stricter the smaller it is. */
export function smallerIsStricter(bounds: IntegerBounds): FieldType<number> {
  return integer(bounds, 'smaller is stricter', bounds.min, (value) => -value);
}

/** A period that is stricter the shorter it is, except 0, which means that it never ends and is the weakest. */
export const periodOrNever: FieldType<number> = integer(
  { min: 0 },
  'smaller is stricter, 0 means never and is the weakest',
  1,
  (value) => (value === 0 ? -Infinity : -value),
);

const readFactor = (input: unknown) => wordField(FACTOR_NAMES).read(input);

/** A factor name that says nothing about strictness; null for none. */
export const factorChoice: FieldType<FactorName | null> = scalar({
  description: 'a factor name',
  schema: { enum: [...FACTOR_NAMES, null] },
  ofUnknown: () => null,
  read: readFactor,
  isAtLeast: () => true,
});

/** A set of factors; the fewer it allows, the stricter it is. Order is kept, duplicates are dropped. */
export const factorSet: FieldType<readonly FactorName[]> = {
  description: 'a list of factor names, a subset is stricter',
  schema: { type: 'array', items: { enum: FACTOR_NAMES } },
  ofUnknown(stored, tenantValue) {
    const names: readonly unknown[] = Array.isArray(stored) ? stored : [];
    const known = FACTOR_NAMES.filter((name) => names.includes(name));
    return known.length > 0 ? known : tenantValue;
  },
  read: (input) => {
    if (!Array.isArray(input)) return err({ rule: 'type', limit: 'array' });
    return Result.combine(input.map((item) => readFactor(item))).map((factors) => [
      ...new Set(factors),
    ]);
  },
  isAtLeast: isSubset,
  meet(value, floor) {
    if (isSubset(value, floor)) return value;
    const shared = value.filter((factor) => floor.includes(factor));
    return shared.length > 0 && shared.length < floor.length ? shared : floor;
  },
};

function isSubset(value: readonly FactorName[], floor: readonly FactorName[]): boolean {
  return value.every((factor) => floor.includes(factor));
}

function integer(
  { min, max = Number.MAX_SAFE_INTEGER }: IntegerBounds,
  order: string,
  strictest: number,
  strictness: (value: number) => number,
): FieldType<number> {
  const range =
    max === Number.MAX_SAFE_INTEGER ? `${String(min)} or more` : `${String(min)} to ${String(max)}`;
  return scalar({
    description: `integer, ${range}, ${order}`,
    ...integerField(min, max),
    ofUnknown: () => strictest,
    isAtLeast: (value, floor) => strictness(value) >= strictness(floor),
  });
}

/** For two values that are not sets, the result is the stricter one. */
function scalar<T>(type: Omit<FieldType<T>, 'meet'>): FieldType<T> {
  return { ...type, meet: (value, floor) => (type.isAtLeast(value, floor) ? value : floor) };
}
