import type { PersonRecord } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { personView, type PersonFacts } from './person-view.js';

const NOW = new Date('2026-01-08T00:00:00Z');
const APP = {
  id: 'a1',
  factor: 'totp',
  name: 'Old phone',
  createdAt: NOW,
  lastUsedAt: null,
  suspended: false,
} as const;

const EMPTY: PersonRecord = {
  identityId: 'ada',
  enabled: false,
  methods: [],
  backupCodesRemaining: 0,
  authenticators: [],
  guesses: { remaining: 10, resetsAt: null },
  suspended: [],
  deadline: null,
  temporaryPass: null,
};

const view = (record: Partial<PersonRecord> = {}, facts: Partial<PersonFacts> = {}) =>
  personView({ record: { ...EMPTY, ...record }, name: null, session: WRITER, ...facts }, NOW);

const WRITER: PersonFacts['session'] = {
  actor: { type: 'identity', id: 'root' },
  scopes: ['identities:read', 'identities:write'],
};

describe('the view of a person', () => {
  it('has each factor with its authenticators; one that the host keeps has none', () => {
    const number = { ...APP, id: 'a2', factor: 'sms', name: null } as const;
    const shown = view({
      methods: ['webauthn', 'totp', 'sms'],
      authenticators: [APP, { ...APP, name: 'a\u202Eb', suspended: true }, number],
      suspended: ['recovery_code'],
      backupCodesRemaining: 3,
    });
    expect(shown.factors).toMatchObject([
      { factor: 'webauthn', authenticators: [] },
      {
        factor: 'totp',
        authenticators: [{ name: 'Old phone' }, { name: 'ab', suspended: true }],
      },
      { factor: 'sms', authenticators: [{ name: null }] },
    ]);
    expect(shown.recoveryCodes).toEqual({ left: 3, isSuspended: true });
    expect(shown.removable).toEqual(['sms', 'totp', 'recovery_code']);
  });

  it('offers to remove only what Stepward keeps', () => {
    expect(view().removable).toEqual([]);
    expect(view({ methods: ['webauthn', 'totp'] }).removable).toEqual([]);
    expect(view({ methods: ['totp'], authenticators: [APP] }).removable).toEqual(['totp']);
  });

  it('has a deadline that is over from its time on', () => {
    expect(view().deadline).toBeNull();
    const earlier = new Date(NOW.getTime() - 1);
    const later = new Date(NOW.getTime() + 1);
    expect([earlier, NOW, later].map((deadline) => view({ deadline }).deadline?.isOver)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it.each([
    ['another administrator', 'allowed', WRITER],
    ['the person', 'self', { ...WRITER, actor: { type: 'identity', id: 'ada' } }],
    [
      'a key with the id of the person',
      'allowed',
      { ...WRITER, actor: { type: 'api_key', id: 'ada' } },
    ],
    ['one who may only read', 'read_only', { ...WRITER, scopes: ['identities:read'] }],
    ['one who may nothing', 'read_only', { ...WRITER, scopes: [] }],
  ] as const)('for %s is %s', (_, help, session) => {
    expect(view({}, { session }).help).toBe(help);
  });
});
