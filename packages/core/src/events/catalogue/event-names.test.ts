import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from './catalogue.js';
import { canonicalName, legacyName } from './event-names.js';

/** The specification's table, "Legacy names". */
const LEGACY: Readonly<Record<string, string>> = {
  'org.created': 'organisation.created',
  'org.updated': 'organisation.updated',
  'org.deleted': 'organisation.deleted',
  'org.member.added': 'organisation.member_added',
  'org.member.removed': 'organisation.member_removed',
  'org.member.updated': 'organisation.member_updated',
  'org.member.default_roles_applied': 'organisation.member_default_roles_applied',
};

describe('the name of an event', () => {
  // spec: legacy/created, legacy/updated, legacy/deleted, legacy/member-added
  // spec: legacy/member-removed, legacy/member-updated, legacy/member-default-roles
  it.each(Object.entries(LEGACY))('%s and %s are the same event', (legacy, canonical) => {
    expect([canonicalName(legacy), canonicalName(canonical)]).toEqual([canonical, canonical]);
    expect([legacyName(canonical), legacyName(legacy)]).toEqual([legacy, legacy]);
  });

  it('is the same in both spellings for every other event', () => {
    const others = EVENT_TYPES.filter((type) => !Object.values(LEGACY).includes(type));
    expect(others).toHaveLength(EVENT_TYPES.length - Object.keys(LEGACY).length);
    for (const type of others)
      expect([canonicalName(type), legacyName(type)]).toEqual([type, type]);
  });

  it.each(['', 'user', 'USER.CREATED', 'user.created ', 'org.member_added', 'webhook.test'])(
    'is none in %j',
    (name) => {
      expect(canonicalName(name)).toBeNull();
      expect(legacyName(name)).toBe(name);
    },
  );

  it.each(['toString', 'constructor', '__proto__'])(
    'is none in %s, which objects inherit',
    (name) => {
      expect([canonicalName(name), legacyName(name)]).toEqual([null, name]);
    },
  );
});
