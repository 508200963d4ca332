import type { Actor } from '../../records/actor.js';
import { isOneOf } from '../../shared/checks/check-options.js';
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

/** Any string. */
export const text: EventField<string, true> = {
  required: true,
  description: 'string',
  schema: { type: 'string' },
  accepts: (value) => typeof value === 'string',
};

/** The id of something: a string that is not empty. */
export const id: EventField<string, true> = {
  required: true,
  description: 'string, not empty',
  schema: { type: 'string', minLength: 1 },
  accepts: (value): value is string => typeof value === 'string' && value !== '',
};

export const flag: EventField<boolean, true> = {
  required: true,
  description: 'boolean',
  schema: { type: 'boolean' },
  accepts: (value) => typeof value === 'boolean',
};

/** A whole number, 0 or more. */
export const count: EventField<number, true> = {
  required: true,
  description: 'integer',
  schema: { type: 'integer', minimum: 0 },
  accepts: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0,
};

export const texts: EventField<readonly string[], true> = {
  required: true,
  description: 'string[]',
  schema: { type: 'array', items: { type: 'string' } },
  accepts: (value): value is readonly string[] =>
    Array.isArray(value) && value.every((item) => typeof item === 'string'),
};

/** A timestamp, for the fields whose name ends in `_at`. */
export const moment: EventField<string, true> = {
  required: true,
  description: 'ISO 8601 timestamp',
  schema: { type: 'string', format: 'date-time' },
  accepts: (value): value is string => parseIsoMoment(value) !== null,
};

/** A person's name: one string, or both its parts. */
export type PersonName = string | { readonly first: string; readonly last: string };

export const personName: EventField<PersonName, true> = {
  required: true,
  description: 'string, or object with `first` and `last`',
  schema: {
    oneOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { first: { type: 'string' }, last: { type: 'string' } },
        required: ['first', 'last'],
      },
    ],
  },
  accepts: (value): value is PersonName => typeof value === 'string' || isNameParts(value),
};

function isNameParts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { first, last } = value as { readonly first?: unknown; readonly last?: unknown };
  return typeof first === 'string' && typeof last === 'string';
}

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
  return {
    required: true,
    description: words.map((word) => `\`${word}\``).join(', '),
    schema: { enum: words },
    accepts: (value): value is Word => words.some((word) => word === value),
  };
}

/** The same field, where it may be left out. */
export function optional<T>(field: EventField<T, true>): EventField<T, false> {
  return { ...field, required: false };
}
