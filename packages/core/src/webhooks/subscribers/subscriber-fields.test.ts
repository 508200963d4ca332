import { describe, expect, it } from 'vitest';
import { builtInEvents } from '../../events/catalogue/event-registry.js';
import {
  newSubscriber,
  NEW_SUBSCRIBER,
  readSubscriberFields,
  type SubscriberFields,
  type SubscriberInput,
} from './subscriber-fields.js';

const URL = 'https://example.com/hooks';
const FIELDS: SubscriberFields = {
  url: URL,
  description: 'ours',
  eventTypes: ['user.*'],
  naming: 'legacy',
  signature: 'both',
  body: 'thin',
  ordering: 'key',
  version: null,
  clientCertificate: null,
  enabled: false,
};
const LONGEST_URL = `${URL}/`.padEnd(2_048, 'x');

const MADE = { id: 'sub-1', sealed: 'sealed' };
const NOW = new Date('2026-01-01T00:00:00.000Z');

describe('a new subscriber', () => {
  it('gets everything, in canonical names, unless it says otherwise', () => {
    expect(
      readSubscriberFields(builtInEvents, { url: URL }, NEW_SUBSCRIBER)._unsafeUnwrap(),
    ).toEqual({
      url: URL,
      description: '',
      eventTypes: ['*'],
      naming: 'canonical',
      signature: 'v1',
      body: 'full',
      ordering: 'none',
      version: null,
      clientCertificate: null,
      enabled: true,
    });
  });

  it('has the fields of the request', () => {
    const { eventTypes, clientCertificate, ...others } = FIELDS;
    const named = { event_types: eventTypes, client_certificate: clientCertificate };
    const input = { ...others, ...named };
    expect(readSubscriberFields(builtInEvents, input, NEW_SUBSCRIBER)._unsafeUnwrap()).toEqual(
      FIELDS,
    );
  });

  it.each<Partial<SubscriberInput>>([
    { url: LONGEST_URL },
    { description: '' },
    { description: 'x'.repeat(255) },
    { description: '😀'.repeat(255) },
    { event_types: ['*'] },
    { event_types: ['user.*', 'org.member.added', 'organisation.member_added'] },
    { event_types: Array<string>(100).fill('*') },
    { naming: 'canonical' },
    { signature: 'v1a' },
    { body: 'thin' },
    { ordering: 'key' },
    { client_certificate: 'x'.repeat(128) },
    { client_certificate: null },
    { enabled: true },
  ])('can have %j', (input) => {
    expect(readSubscriberFields(builtInEvents, { url: URL, ...input }, NEW_SUBSCRIBER).isOk()).toBe(
      true,
    );
  });

  it.each<[keyof SubscriberInput, unknown, string]>([
    ['url', undefined, 'required'],
    ['url', null, 'url'],
    ['url', '', 'url'],
    ['url', 7, 'url'],
    ['url', 'example.com', 'url'],
    ['url', '//example.com', 'url'],
    ['url', `${LONGEST_URL}x`, 'url'],
    ['url', `${URL}\u0000`, 'url'],
    ['url', `${URL}\n`, 'url'],
    ['url', `${URL}/\ud800`, 'url'],
    ['description', null, 'text'],
    ['description', 7, 'text'],
    ['description', 'x'.repeat(256), 'text'],
    ['description', '😀'.repeat(256), 'text'],
    ['description', 'a\nb', 'text'],
    ['description', '\u0000', 'text'],
    ['description', '\ud800', 'text'],
    ['event_types', null, 'event_types'],
    ['event_types', 7, 'event_types'],
    ['event_types', true, 'event_types'],
    ['event_types', {}, 'event_types'],
    ['event_types', '*', 'event_types'],
    ['event_types', [], 'event_types'],
    ['event_types', ['user.*', 'user.exploded'], 'event_types'],
    ['event_types', ['user.*', 7], 'event_types'],
    ['event_types', ['webhook.test'], 'event_types'],
    ['event_types', Array<string>(101).fill('*'), 'event_types'],
    ['naming', null, 'one_of'],
    ['naming', 'Legacy', 'one_of'],
    ['body', null, 'one_of'],
    ['body', 'empty', 'one_of'],
    ['signature', null, 'one_of'],
    ['signature', 'V1A', 'one_of'],
    ['signature', 'v1,v1a', 'one_of'],
    ['signature', ['v1'], 'one_of'],
    ['client_certificate', '', 'text'],
    ['client_certificate', 'x'.repeat(129), 'text'],
    ['client_certificate', 'a\nb', 'text'],
    ['enabled', null, 'type'],
    ['enabled', 'true', 'type'],
    ['enabled', 1, 'type'],
  ])('cannot have %s %j', (field, value, rule) => {
    const refused = readSubscriberFields(
      builtInEvents,
      {
        url: URL,
        [field]: value,
      },
      NEW_SUBSCRIBER,
    )._unsafeUnwrapErr();
    expect(refused.code).toBe('subscriber_invalid');
    const found = refused.violations.map((each) => [each.field, each.rule, each.value]);
    expect(found).toEqual([[field, rule, value ?? null]]);
  });

  it('gets all violations at once', () => {
    const input = { url: 7, description: 7, event_types: 7, naming: 7, signature: 7, enabled: 7 };
    // With another name for the filter, the subscriber would get every event.
    const misspelt = { eventTypes: ['user.*'] };
    const { violations } = readSubscriberFields(
      builtInEvents,
      {
        ...misspelt,
        ...input,
      },
      NEW_SUBSCRIBER,
    )._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field)).toEqual(['eventTypes', ...Object.keys(input)]);
  });

  it('names each pattern once, in the order given', () => {
    const input = { url: URL, event_types: ['user.*', '*', 'user.*'] };
    expect(
      readSubscriberFields(builtInEvents, input, NEW_SUBSCRIBER)._unsafeUnwrap().eventTypes,
    ).toEqual(['user.*', '*']);
  });

  it('refuses a text in place of headers, and does not repeat it', () => {
    const input = { url: URL, headers: 'x-a: T0P5ECRET' };
    const refused = readSubscriberFields(builtInEvents, input, NEW_SUBSCRIBER)._unsafeUnwrapErr();
    expect(refused.violations).toMatchObject([{ field: 'headers', rule: 'headers', value: null }]);
  });

  it('begins with one secret, which does not end, and no failures', () => {
    const fields = { ...FIELDS, enabled: true };
    expect(newSubscriber(MADE, fields, NOW)).toEqual({
      id: 'sub-1',
      headers: null,
      ...fields,
      disabledReason: null,
      secrets: [{ sealed: 'sealed', expiresAt: null }],
      failingSince: null,
      failingNoticedAt: null,
      paused: null,
      createdAt: NOW,
      updatedAt: NOW,
    });
  });

  it('that is made disabled was disabled by hand', () => {
    expect(newSubscriber(MADE, FIELDS, NOW).disabledReason).toBe('manual');
  });
});
