import { EVENT_CATALOGUE, EVENT_TYPES } from '../../packages/core/src/events/catalogue.js';
import type { EventEntry } from '../../packages/core/src/events/define-event.js';
import { OWN_EVENT_CATALOGUE, OWN_EVENT_TYPES } from '../../packages/core/src/events/own-events.js';

/** What `docs/events.md` says of each event of the catalogue. */
export function eventCatalogue(): string {
  return EVENT_TYPES.flatMap((type) => sectionOf(type, EVENT_CATALOGUE[type] as EventEntry)).join(
    '\n',
  );
}

/** What it says of Stepward's own events. */
export function ownEventCatalogue(): string {
  return OWN_EVENT_TYPES.flatMap((type) => sectionOf(type, OWN_EVENT_CATALOGUE[type])).join('\n');
}

function sectionOf(type: string, entry: EventEntry): readonly string[] {
  const legacy = entry.legacyName === undefined ? '' : ` Legacy name: \`${entry.legacyName}\`.`;
  return [
    `## ${type}`,
    '',
    `Fires when: ${entry.firesWhen}.${legacy}`,
    '',
    '| Field | Type | Required |',
    '| --- | --- | --- |',
    ...Object.entries(entry.data).map(
      ([name, { description, required }]) =>
        `| \`${name}\` | ${description} | ${required ? 'yes' : ''} |`,
    ),
    '',
    ...aliasNote(entry),
    '```json',
    JSON.stringify(entry.sample, null, 2),
    '```',
    '',
  ];
}

function aliasNote({ idAlias }: EventEntry): readonly string[] {
  if (idAlias === undefined) return [];
  return [
    `Some emitting paths name the id \`${idAlias}\`. It is accepted in place of \`id\`, and delivered under both names.`,
    '',
  ];
}
