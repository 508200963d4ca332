import { catalogue } from '../../packages/core/src/events/catalogue/catalogue.js';
import type { EventDefinition } from '../../packages/core/src/events/catalogue/define-event.js';
import type {
  EventFields,
  FieldsSchema,
} from '../../packages/core/src/events/catalogue/event-fields.js';
import { OWN_EVENT_CATALOGUE } from '../../packages/core/src/events/catalogue/own-events.js';

/** The sections of `docs/events.md` on the events of the catalogue. */
export function eventCatalogue(): string {
  return sectionsOf(catalogue);
}

/** What it says of Stepward's own events. */
export function ownEventCatalogue(): string {
  return sectionsOf(OWN_EVENT_CATALOGUE);
}

interface Entry extends EventDefinition<FieldsSchema<EventFields>> {
  readonly legacyName?: string;
  readonly idAlias?: string;
}

function sectionsOf(entries: Readonly<Record<string, Entry>>): string {
  return Object.entries(entries)
    .flatMap(([type, entry]) => sectionOf(type, entry))
    .join('\n');
}

function sectionOf(type: string, entry: Entry): readonly string[] {
  const legacy = entry.legacyName === undefined ? '' : ` Legacy name: \`${entry.legacyName}\`.`;
  return [
    `## ${type}`,
    '',
    `Fires when: ${entry.description}.${legacy}`,
    '',
    '| Field | Type | Required |',
    '| --- | --- | --- |',
    ...Object.entries(entry.data.fields).map(
      ([name, { description, required }]) =>
        `| \`${name}\` | ${description} | ${required ? 'yes' : ''} |`,
    ),
    '',
    ...aliasNote(entry),
    '```json',
    JSON.stringify(entry.example, null, 2),
    '```',
    '',
  ];
}

function aliasNote({ idAlias }: Entry): readonly string[] {
  if (idAlias === undefined) return [];
  return [
    `Some emitting paths name the id \`${idAlias}\`. It is accepted in place of \`id\`, and delivered under both names.`,
    '',
  ];
}
