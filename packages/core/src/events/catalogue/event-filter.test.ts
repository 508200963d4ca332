import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from './catalogue.js';
import { patternsMatching } from './event-filter.js';
import { legacyName } from './event-names.js';
import { builtInEvents } from './event-registry.js';
import { OWN_EVENT_TYPES } from './own-events.js';

const isPattern = (text: string): boolean => builtInEvents.isPattern(text);

describe('the patterns that let an event through', () => {
  it.each([
    ['user.created', ['*', 'user.created', 'user.*']],
    ['api_key.revoked', ['*', 'api_key.revoked', 'api_key.*']],
    [
      'organisation.created',
      ['*', 'organisation.created', 'organisation.*', 'org.created', 'org.*'],
    ],
    [
      'organisation.member_added',
      [
        '*',
        'organisation.member_added',
        'organisation.*',
        'org.member.added',
        'org.*',
        'org.member.*',
      ],
    ],
    ['mfa.locked', ['mfa.locked', 'mfa.*']],
    ['webhook.exhausted', ['webhook.exhausted', 'webhook.*']],
  ])('of %s are %j', (type, patterns) => {
    expect(patternsMatching(type)).toEqual(patterns);
  });

  it.each(EVENT_TYPES)('of %s are all patterns, and each stands there once', (type) => {
    const patterns = patternsMatching(type);
    expect(patterns.filter((pattern) => !isPattern(pattern))).toEqual([]);
    expect(new Set(patterns).size).toBe(patterns.length);
    expect(patterns).toContain(legacyName(type));
  });
});

it.each(OWN_EVENT_TYPES)('a filter that lets everything through has to name %s', (type) => {
  const patterns = patternsMatching(type);
  expect(patterns).not.toContain('*');
  expect(patterns.every(isPattern)).toBe(true);
});

describe('a text is a pattern', () => {
  it.each([
    ...['*', 'user.*', 'org.*', 'org.member.*', 'organisation.*', 'session.revoked'],
    ...['mfa.*', 'mfa.locked', 'webhook.*', 'webhook.disabled'],
  ])('where it lets an event through: %s', (text) => {
    expect(isPattern(text)).toBe(true);
  });

  it.each([
    '',
    '**',
    'user',
    'user.',
    'user*',
    '*.created',
    'User.*',
    'user.created.*',
    'organisation.member.*',
    'organisation.member_*',
    'webhook.test',
    'mfa',
    ' user.*',
  ])('and %j is none', (text) => {
    expect(isPattern(text)).toBe(false);
  });
});
