import type { Actor } from '../../records/actor.js';
import { isBoolean, isObject, isOneOf } from '../../shared/checks/check-options.js';
import { parseIsoMoment } from '../../shared/iso-moment.js';

/** One field of an event's data: whether it has to be there, and what it may hold. */
export interface EventField<T, Required extends boolean = boolean> {
  readonly required: Required;
  /** For people, for example `ISO 8601 timestamp`. */
  readonly description: string;
  /** JSON Schema (draft 2020-12) of the value. */
  readonly schema: object;
  readonly accepts: (value: unknown) => value is T;
}

function field<T>(
  description: string,
  schema: object,
  accepts: (value: unknown) => boolean,
): EventField<T, true> {
  return { required: true, description, schema, accepts: accepts as EventField<T>['accepts'] };
}

const isText = (value: unknown): boolean => typeof value === 'string';

/** Any string. */
export const text = field<string>('string', { type: 'string' }, isText);

/** The id of something: a string that is not empty. */
export const id = field<string>(
  'string, not empty',
  { type: 'string', minLength: 1 },
  (value) => isText(value) && value !== '',
);

export const flag = field<boolean>('boolean', { type: 'boolean' }, isBoolean);

/** A whole number, 0 or more. */
export const count = field<number>(
  'integer',
  { type: 'integer', minimum: 0 },
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);

export const texts = field<readonly string[]>(
  'string[]',
  { type: 'array', items: { type: 'string' } },
  (value) => Array.isArray(value) && value.every(isText),
);

/** A timestamp, for the fields with names that end in `_at`. */
export const moment = field<string>(
  'ISO 8601 timestamp',
  { type: 'string', format: 'date-time' },
  (value) => parseIsoMoment(value) !== null,
);

/** A person's name: one string, or both its parts. */
export type PersonName = string | { readonly first: string; readonly last: string };

export const personName = field<PersonName>(
  'string, or object with `first` and `last`',
  {
    oneOf: [
      text.schema,
      {
        type: 'object',
        properties: { first: text.schema, last: text.schema },
        required: ['first', 'last'],
      },
    ],
  },
  (value) => isText(value) || (isObject(value) && isText(value['first']) && isText(value['last'])),
);

/** Who did something: see `Actor`. */
export const actor: EventField<Actor, true> = {
  required: true,
  description: 'object with `type` (`identity`, `api_key`, `system`) and `id`',
  schema: {
    type: 'object',
    properties: { type: { enum: ['identity', 'api_key', 'system'] }, id: { type: 'string' } },
    required: ['type', 'id'],
  },
  accepts(value): value is Actor {
    if (typeof value !== 'object' || value === null) return false;
    const { type, id: actorId } = value as { readonly type?: unknown; readonly id?: unknown };
    return isActorType(type) && typeof actorId === 'string';
  },
};

const isActorType = isOneOf('identity', 'api_key', 'system');

/** One of a closed list of words. */
export function oneOf<const Word extends string>(
  ...words: readonly [Word, ...Word[]]
): EventField<Word, true> {
  const description = words.map((word) => `\`${word}\``).join(', ');
  return field(description, { enum: words }, (value) => words.some((word) => word === value));
}

/** The same field, where it may be left out. */
export function optional<T>(field: EventField<T, true>): EventField<T, false> {
  return { ...field, required: false };
}
