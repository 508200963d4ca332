/** What follows from the table of policy fields: names, records, and which values each field takes. */
import {
  FACTORS,
  policyFieldTable,
  type SpecifiedField,
  type SpecifiedValues,
  type TenantField,
} from './policy-field-table.js';

type Values = Readonly<Record<string, unknown>>;
type RecordName = TenantField['record'];

const FIELDS: ReadonlyMap<string, SpecifiedField> = new Map(
  policyFieldTable.map((field) => [field.name, field]),
);

/** All fields, in the order of the specification. */
export const FIELD_NAMES = policyFieldTable.map(({ name }) => name);

/** The fields with a flag in `_inherited`. */
export const FLAGGED_NAMES = namesOf(({ flagged = true }) => flagged);

/** The fields in which an organisation must be at least as strict as its tenant. */
export const BOUND_NAMES = namesOf(({ bound = true }) => bound);

function namesOf(keep: (field: SpecifiedField) => boolean): readonly string[] {
  return policyFieldTable.filter(keep).map(({ name }) => name);
}

/** The fields by one of their names, each with what `valueOf` makes of it. */
export function eachField(
  key: 'name' | 'wire',
  valueOf: (field: SpecifiedField) => unknown,
): Values {
  return Object.fromEntries(policyFieldTable.map((field) => [field[key], valueOf(field)]));
}

/** The same for the fields of one tenant record, by their names in it. */
export function eachFieldOf(
  record: RecordName,
  key: 'name' | 'wire',
  valueOf: (field: SpecifiedField) => unknown,
): Values {
  return Object.fromEntries(
    fieldsOf(record).map((field) => [field.tenant[key], valueOf(field)] as const),
  );
}

export function fieldsOf(record: RecordName): readonly SpecifiedField[] {
  return policyFieldTable.filter(({ tenant }) => tenant.record === record);
}

export const initialOf = ({ initial }: SpecifiedField): unknown => initial;
export const sampleOf = ({ sample }: SpecifiedField): unknown => sample;

/** A value for the tenant that is not the initial one; a switch may also be turned off. */
export function tenantSampleOf({ values, initial, sample }: SpecifiedField): unknown {
  return values.kind === 'switch' ? initial === false : sample;
}

/** What an unknown stored value counts as, while the tenant has the initial values. */
export function strictestOf({ values, initial }: SpecifiedField): unknown {
  switch (values.kind) {
    case 'words':
      return values.words.at(-1);
    case 'switch':
      return true;
    case 'integer':
      if (values.stricter === 'larger') return values.max;
      return values.stricter === 'period' ? 1 : values.min;
    case 'factors':
      return initial;
    case 'factor':
      return null;
  }
}

/** The weakest value, beside which no other one is too weak. */
export function weakestOf({ values }: SpecifiedField): unknown {
  switch (values.kind) {
    case 'words':
      return values.words[0];
    case 'switch':
      return false;
    case 'integer':
      if (values.stricter === 'smaller') return values.max;
      return values.stricter === 'period' ? 0 : values.min;
    case 'factors':
      return FACTORS;
    case 'factor':
      return null;
  }
}

/** Whether a value is weaker than the tenant's, in a field that the tenant binds. */
export function isWeaker(
  name: string,
  value: unknown,
  records: Record<RecordName, object>,
): boolean {
  const field = FIELDS.get(name);
  if (field === undefined || field.bound === false) return false;
  const record: Values = { ...records[field.tenant.record] };
  return isWeakerIn(field.values, value, record[field.tenant.name]);
}

function isWeakerIn(values: SpecifiedValues, value: unknown, than: unknown): boolean {
  switch (values.kind) {
    case 'words':
      return values.words.indexOf(value as string) < values.words.indexOf(than as string);
    case 'switch':
      return value === false && than === true;
    case 'integer': {
      if (values.stricter === 'larger') return Number(value) < Number(than);
      if (values.stricter === 'smaller') return Number(value) > Number(than);
      return than !== 0 && (value === 0 || Number(value) > Number(than));
    }
    case 'factors':
      return (value as readonly string[]).some(
        (each) => !(than as readonly string[]).includes(each),
      );
    case 'factor':
      return false;
  }
}

/** Whether a stored value, other than null, is one that the field can have. */
export function isReadable(name: string, stored: unknown): boolean {
  const values = FIELDS.get(name)?.values;
  switch (values?.kind) {
    case undefined:
      return false;
    case 'words':
      return values.words.includes(stored as string);
    case 'switch':
      return typeof stored === 'boolean';
    case 'integer':
      return Number.isSafeInteger(stored) && inRange(stored as number, values);
    case 'factors':
      return Array.isArray(stored) && Array.from(stored as unknown[]).every(isFactor);
    case 'factor':
      return isFactor(stored);
  }
}

function inRange(value: number, { min, max }: { readonly min: number; readonly max: number }) {
  return value >= min && value <= max;
}

function isFactor(value: unknown): boolean {
  return FACTORS.includes(value as string);
}

/** A value that is refused: the value, the broken rule and its limit. */
export type RefusedValue = readonly [value: unknown, rule: string, limit: unknown];

/** Values that a field takes where nothing is stricter. */
export function accepted(values: SpecifiedValues): readonly unknown[] {
  switch (values.kind) {
    case 'words':
      return values.words;
    case 'switch':
      return [true, false];
    case 'integer':
      return [values.min, values.min + 1, values.max];
    case 'factors':
      return [['sms', 'webauthn'], ['email'], []];
    case 'factor':
      return ['sms', 'webauthn'];
  }
}

/** The rule that a value of another kind breaks, and its limit. */
export function mismatchOf(values: SpecifiedValues): readonly [rule: string, limit: unknown] {
  switch (values.kind) {
    case 'words':
      return ['one_of', values.words];
    case 'switch':
      return ['type', 'boolean'];
    case 'integer':
      return ['type', 'integer'];
    case 'factors':
      return ['type', 'array'];
    case 'factor':
      return ['one_of', FACTORS];
  }
}

/** Values that no record and no organisation takes; all of them can be written in JSON. */
export function refused(values: SpecifiedValues): readonly RefusedValue[] {
  const [rule, limit] = mismatchOf(values);
  const mismatch = (...all: unknown[]) => all.map((value) => [value, rule, limit] as const);
  switch (values.kind) {
    case 'words': {
      const [weakest = ''] = values.words;
      return mismatch(weakest.toUpperCase(), ` ${weakest}`, '', 1, true, {}, []);
    }
    case 'switch':
      return mismatch(0, 1, 'true', '', [], {});
    case 'integer': {
      const { min, max } = values;
      return [
        ...mismatch('12', '', true, 12.5, -0.5, 2 ** 53, [12], {}),
        [min - 1, 'minimum', min],
        ...(max < Number.MAX_SAFE_INTEGER ? [[max + 1, 'maximum', max] as const] : []),
      ];
    }
    case 'factors': {
      const strangers = [['passkey'], ['SMS'], ['sms', null], [['sms']], [3]];
      return [
        ...mismatch('sms', true, 1, {}, { length: 0 }),
        ...strangers.map((value) => [value, 'one_of', FACTORS] as const),
      ];
    }
    case 'factor':
      return mismatch('passkey', 'SMS', '', 1, ['sms']);
  }
}

/** What an organisation may have, and what not, while its tenant has a value. */
export interface PolicyRow {
  readonly field: SpecifiedField;
  /** By tenant record and camelCase name. */
  readonly tenant: Readonly<Partial<Record<RecordName, Values>>>;
  readonly accepted: readonly unknown[];
  readonly refused: readonly RefusedValue[];
}

/** Rule 4 of the organisation policy for one field: a row for each value of the tenant that makes a difference. */
export function policyRowsOf(field: SpecifiedField): readonly PolicyRow[] {
  const { tenant, values, bound = true } = field;
  const isChoice = values.kind === 'factor';
  return tenantValuesOf(field).map((floor, index) => {
    const isRefused = (value: unknown): boolean =>
      isChoice
        ? !(floor as readonly unknown[]).includes(value)
        : bound && isWeakerIn(values, value, floor);
    const candidates = candidatesFor(values, floor);
    const rule = isChoice ? 'not_allowed' : 'weaker_than_tenant';
    return {
      field,
      tenant: { [tenant.record]: { [isChoice ? 'allowedFactors' : tenant.name]: floor } },
      accepted: candidates.filter((value) => !isRefused(value)),
      refused: [
        ...candidates.filter(isRefused).map((value) => [value, rule, floor] as const),
        ...(index === 0 ? refused(values) : []),
      ],
    };
  });
}

function tenantValuesOf({ values, sample, bound = true }: SpecifiedField): readonly unknown[] {
  switch (values.kind) {
    case 'words':
      return values.words;
    case 'switch':
      return [true, false];
    case 'integer':
      if (!bound) return [sample];
      if (values.stricter === 'larger') return [sample, values.min];
      return values.stricter === 'smaller' ? [sample, values.max, values.min] : [sample, 1, 0];
    case 'factors':
    case 'factor':
      return [['webauthn', 'sms']];
  }
}

/** Values on both sides of the tenant's. */
function candidatesFor(values: SpecifiedValues, floor: unknown): readonly unknown[] {
  switch (values.kind) {
    case 'words':
      return values.words;
    case 'switch':
      return [true, false];
    case 'integer': {
      const at = Number(floor);
      const near = [at, at - 1, at + 1, values.min, values.min + 1, values.max];
      return [...new Set(near)].filter((value) => inRange(value, values));
    }
    case 'factors':
      return [['sms'], ['sms', 'webauthn'], [], ['totp'], ['webauthn', 'sms', 'email']];
    case 'factor':
      return FACTORS;
  }
}
