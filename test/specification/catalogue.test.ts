/** The specification's table "Event catalogue", read from its page, against the catalogue that the code runs on. */
import type { EventType } from '@stepward/core';
import { catalogue, EVENT_TYPES } from '@stepward/core/events';
import { expect, it } from 'vitest';
import type { EventField } from '../../packages/core/src/events/catalogue/event-field.js';
import { readPage } from '../docs/pages.js';
import { readStatements } from './read-statements.js';

/** A field as the table has it: `role* (owner, admin, member)`. */
interface SpecifiedField {
  readonly name: string;
  readonly isRequired: boolean;
  /** What stands in brackets behind it, or nothing. */
  readonly note: string;
}

const rows = readStatements(readPage('docs/specification.md'))
  .filter(({ section, text }) => section === 'Event catalogue' && text.includes(' | '))
  .map(({ text }) => text.split(' | '))
  .map(([type = '', firesWhen = '', fields = '']) => ({
    type: type as EventType,
    firesWhen,
    fields: readFields(fields),
  }));

it('has the events of the table, in its order', () => {
  expect(EVENT_TYPES).toEqual(rows.map(({ type }) => type));
});

it.each(rows)('describes $type as firing when the table says', ({ type, firesWhen }) => {
  expect(catalogue[type].description).toBe(firesWhen);
});

// spec: catalogue/*.*
it.each(rows)('has for $type the fields of the table, in its order, of its types', (row) => {
  const fields = Object.entries<EventField<unknown>>(catalogue[row.type].data.fields);
  expect(fields.map(([name, field]) => [name, field.required, field.description])).toEqual(
    row.fields.map((field) => [field.name, field.isRequired, typeOf(row.type, field)]),
  );
});

/** Fields are parted by commas, but not by those in brackets. */
function readFields(cell: string): readonly SpecifiedField[] {
  return cell.split(/, (?![^(]*\))/).map((text) => {
    const [, name, mark, note = ''] = /^([a-z_]+)(\*?)(?: \((.*)\))?$/.exec(text) ?? [];
    if (name === undefined) throw new Error(`the table names no field: ${text}`);
    return { name, isRequired: mark === '*', note };
  });
}

/** "All data fields are strings unless noted", and no id is empty; a note can also say only what the string means. */
function typeOf(type: EventType, { name, note }: SpecifiedField): string {
  if (name.endsWith('_at')) return 'ISO 8601 timestamp';
  if (note === 'boolean') return 'boolean';
  if (note.startsWith('string[]')) return 'string[]';
  if (note.startsWith('string, or object')) return 'string, or object with `first` and `last`';
  const words = wordsOf(note) ?? (note === '' ? wordsOfEarlierRow(type, name) : null);
  if (words !== null) return words.map((word) => `\`${word}\``).join(', ');
  return name === 'id' || name.endsWith('_id') ? 'string, not empty' : 'string';
}

/** The words of a closed list: `active, suspended, others` is an open one. */
function wordsOf(note: string): readonly string[] | null {
  const words = note.split(', ');
  const isList = words.length > 1 && words.every((word) => /^\w+$/.test(word));
  return isList && !words.includes('others') ? words : null;
}

/** The table gives the words of a field once: those of `role` stand at `organisation.member_added`. */
function wordsOfEarlierRow(type: EventType, name: string): readonly string[] | null {
  const [kind = ''] = type.split('.');
  const alike = rows.filter((row) => row.type.startsWith(`${kind}.`));
  const notes = alike.flatMap((row) => row.fields.filter((field) => field.name === name));
  return wordsOf(notes[0]?.note ?? '');
}
