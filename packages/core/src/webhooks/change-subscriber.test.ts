import { describe, expect, it } from 'vitest';
import {
  readNewSubscriber,
  readSubscriberChange,
  type SubscriberFields,
  type SubscriberInput,
} from './change-subscriber.js';

const URL = 'https://example.com/hooks';
const FIELDS: SubscriberFields = {
  url: URL,
  description: 'ours',
  eventTypes: ['user.*'],
  naming: 'legacy',
  enabled: false,
};
const LONGEST_URL = `${URL}/`.padEnd(2_048, 'x');

describe('a new subscriber', () => {
  it('gets everything, in canonical names, unless it says otherwise', () => {
    expect(readNewSubscriber({ url: URL })._unsafeUnwrap()).toEqual({
      url: URL,
      description: '',
      eventTypes: ['*'],
      naming: 'canonical',
      enabled: true,
    });
  });

  it('has what it says', () => {
    const { url, description, eventTypes, naming, enabled } = FIELDS;
    const input = { url, description, event_types: eventTypes, naming, enabled };
    expect(readNewSubscriber(input)._unsafeUnwrap()).toEqual(FIELDS);
  });

  it.each<SubscriberInput>([
    { url: LONGEST_URL },
    { description: '' },
    { description: 'Köln 😀'.padEnd(255) },
    { event_types: ['*'] },
    { event_types: ['user.*', 'org.member.added', 'organisation.member_added'] },
    { event_types: Array<string>(100).fill('*') },
    { naming: 'canonical' },
    { enabled: true },
  ])('can have %j', (input) => {
    expect(readNewSubscriber({ url: URL, ...input }).isOk()).toBe(true);
  });

  it.each<[keyof SubscriberInput, unknown, string]>([
    ['url', undefined, 'url'],
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
    ['enabled', null, 'type'],
    ['enabled', 'true', 'type'],
    ['enabled', 1, 'type'],
  ])('cannot have %s %j', (field, value, rule) => {
    const refused = readNewSubscriber({ url: URL, [field]: value })._unsafeUnwrapErr();
    expect(refused.code).toBe('subscriber_invalid');
    const found = refused.violations.map((each) => [each.field, each.rule, each.value]);
    expect(found).toEqual([[field, rule, value]]);
  });

  it('hears of everything that is wrong at once', () => {
    const input = { url: 7, description: 7, event_types: 7, naming: 7, enabled: 7 };
    const { violations } = readNewSubscriber(input)._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field)).toEqual(Object.keys(input));
  });

  it('names each pattern once, in the order given', () => {
    const input = { url: URL, event_types: ['user.*', '*', 'user.*'] };
    expect(readNewSubscriber(input)._unsafeUnwrap().eventTypes).toEqual(['user.*', '*']);
  });
});

describe('a change of a subscriber', () => {
  it.each<[SubscriberInput, Partial<SubscriberFields>]>([
    [{}, {}],
    [{ url: undefined, enabled: undefined }, {}],
    [{ url: 'https://other.test/' }, { url: 'https://other.test/' }],
    [{ description: '' }, { description: '' }],
    [{ event_types: ['*'] }, { eventTypes: ['*'] }],
    [{ naming: 'canonical' }, { naming: 'canonical' }],
    [{ enabled: true }, { enabled: true }],
  ])('by %j leaves the rest as it is', (input, changed) => {
    expect(readSubscriberChange(input, FIELDS)._unsafeUnwrap()).toEqual({ ...FIELDS, ...changed });
  });

  it('is held to the same rules', () => {
    const { violations } = readSubscriberChange(
      { url: '', event_types: [] },
      FIELDS,
    )._unsafeUnwrapErr();
    expect(violations.map(({ field }) => field)).toEqual(['url', 'event_types']);
  });
});
