import type { Evidence, ShownBy, Tests } from '../evidence.js';
import { catalogue, deliveries } from './files.js';

const fromTable = 'test/specification/catalogue.test.ts';
const eventNames = 'packages/core/src/events/event-names.test.ts';
const checkEventData = 'packages/core/src/events/check-event-data.test.ts';
const inEitherNaming =
  'each is emitted, listed, delivered, verified and given its type by the receiver';

/** The tests of a row of the catalogue; each of them runs for every event. */
const event = (more: Tests = {}): Evidence => ({
  [fromTable]: [
    'says of $type that it fires when the table says',
    'has for $type the fields of the table, in its order, of its types',
  ],
  [catalogue]: [inEitherNaming],
  ...more,
});

/** Events of the service itself: it emits them with the change that they tell of. */
const ownEvent = event({
  [catalogue]: [
    inEitherNaming,
    'a management key that is made, rotated and revoked over HTTP is heard of',
  ],
  'packages/core/src/access/api-key-events.test.ts': ['says what the catalogue asks for: %#'],
});

const legacyName = (name: string): Evidence => ({
  [eventNames]: [`%s and %s are the same event › ${name}`],
  [catalogue]: [inEitherNaming],
});

export const eventCatalogue: ShownBy = {
  'Legacy names': {
    'Some emitting paths use older names': {
      'packages/core/src/events/new-event.test.ts': [
        'of type %s is stored under its canonical name, whatever it came as',
      ],
      [deliveries]: [
        'a subscriber that asked for legacy names gets them, in header and body, and is verified',
      ],
      'packages/receiver/src/handlers.test.ts': [
        'to the handler of its canonical name, where the legacy one came',
      ],
    },
    'org.created': legacyName('org.created'),
    'org.updated': legacyName('org.updated'),
    'org.deleted': legacyName('org.deleted'),
    'org.member.added': legacyName('org.member.added'),
    'org.member.removed': legacyName('org.member.removed'),
    'org.member.updated': legacyName('org.member.updated'),
    'org.member.default_roles_applied': legacyName('org.member.default_roles_applied'),
  },

  'Event catalogue': {
    'All data fields are strings unless noted': {
      'packages/core/src/events/catalogue.test.ts': [
        'has to be there',
        'may be left out',
        'takes ${kind}, and nothing else',
      ],
      [catalogue]: [
        '%s is a typed error: nothing is listed and nothing delivered › a missing field',
        '%s is a typed error: nothing is listed and nothing delivered › a wrong kind',
      ],
    },
    'user.created': event({
      [checkEventData]: ['adds the id where it came as identity_id, and keeps both'],
      'packages/receiver/src/received-event.test.ts': [
        'gets its id where that came as identity_id',
        'may name a person by %j',
      ],
    }),
    'user.updated': event(),
    'user.deleted': event(),
    'session.created': event(),
    'session.revoked': event(),
    'organisation.created': event(),
    'organisation.updated': event(),
    'organisation.deleted': event(),
    'organisation.member_added': event(),
    'organisation.member_removed': event(),
    'organisation.member_updated': event(),
    'organisation.member_default_roles_applied': event(),
    'connection.created': event(),
    'connection.activated': event(),
    'connection.deactivated': event(),
    'application.created': event(),
    'application.updated': event(),
    'application.deleted': event(),
    'api_key.created': ownEvent,
    'api_key.rotated': ownEvent,
    'api_key.revoked': ownEvent,
    'environment.created': event(),
    'environment.updated': event(),
    'environment.deleted': event(),
    'environment.promoted': event(),
    'feature_flag.created': event(),
    'feature_flag.updated': event(),
    'feature_flag.deleted': event(),
    'tenant.signup': event(),
    'tenant.provisioned': event(),
    'product.registered': event(),
    'The SMS MFA endpoints emit no event that is shown.': {
      'test/specification/no-events.int.test.ts': [
        'an enrolment that is started, guessed at, verified and removed emits no event of the catalogue',
      ],
    },
  },
};
