import { EVENT_CATALOGUE, type EventType } from './catalogue.js';
import type { EventEntry } from './define-event.js';
import { isOwnEventType, OWN_EVENT_CATALOGUE, type OwnEventType } from './own-events.js';

/** What is known of an event, of the catalogue or of Stepward's own. */
export function entryOf(type: EventType | OwnEventType): EventEntry {
  return isOwnEventType(type) ? OWN_EVENT_CATALOGUE[type] : EVENT_CATALOGUE[type];
}
