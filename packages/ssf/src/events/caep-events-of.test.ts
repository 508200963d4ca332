import { catalogue } from '@stepward/core/events';
import { describe, expect, it } from 'vitest';
import { caepClaims } from './caep-event.js';
import { caepEventsOf, mappedEvents, type MappingOptions } from './caep-events-of.js';

const NONE: MappingOptions = { events: {}, credentialTypes: {}, resetEndsSessions: false };
const AT = '2026-01-01T00:00:00.000Z';
const PERSON = { identity_id: 'usr_1' };
const ADMINISTRATOR = { type: 'identity', id: 'usr_0001' };

/** The type of each event, and what tells it from others. */
function summaries(type: string, data: object, options: Partial<MappingOptions> = {}) {
  return caepEventsOf(type, data, { ...NONE, ...options }).map((event) => {
    const { initiatingEntity: by, sessionId } = event;
    const session = sessionId === undefined ? [] : [sessionId];
    switch (event.type) {
      case 'credential-change':
        return [event.changeType, event.credentialType, by, ...session];
      case 'assurance-level-change':
        return [event.currentLevel, by, ...session];
      case 'session-revoked':
        return ['session-revoked', by, ...session];
    }
  });
}

describe('an event of Stepward', () => {
  it.each([
    ['mfa.factor_enrolled', { factor: 'sms', enrolled_at: AT }, ['create', 'phone-sms', 'user']],
    ['mfa.factor_enrolled', { factor: 'totp', enrolled_at: AT }, ['create', 'app', 'user']],
    [
      'mfa.factor_enrolled',
      { factor: 'webauthn', enrolled_at: AT },
      ['create', 'webauthn', 'user'],
    ],
    ['mfa.factor_removed', { factor: 'sms', removed_at: AT }, ['delete', 'phone-sms', 'user']],
    [
      'mfa.factor_removed',
      { factor: 'sms', removed_at: AT, actor: ADMINISTRATOR, reason: 'lost her phone' },
      ['revoke', 'phone-sms', 'admin'],
    ],
    [
      'mfa.factor_removed',
      { factor: 'totp', removed_at: AT, actor: { type: 'system', id: 'host' } },
      ['revoke', 'app', 'system'],
    ],
    ['mfa.authenticator_removed', { factor: 'totp', removed_at: AT }, ['delete', 'app', 'user']],
    ['mfa.authenticator_renamed', { factor: 'totp', renamed_at: AT }, ['update', 'app', 'user']],
    ['mfa.factor_suspended', { factor: 'totp', suspended_at: AT }, ['revoke', 'app', 'policy']],
    ['mfa.phone_changed', { verified: true, changed_at: AT }, ['update', 'phone-sms', 'user']],
    ['mfa.recovery_codes_generated', { generated_at: AT }, ['update', 'recovery-code', 'user']],
    [
      'mfa.temporary_pass_created',
      { actor: ADMINISTRATOR, created_at: AT },
      ['create', 'temporary-pass', 'admin'],
    ],
    [
      'mfa.temporary_pass_withdrawn',
      { actor: ADMINISTRATOR, withdrawn_at: AT },
      ['revoke', 'temporary-pass', 'admin'],
    ],
    [
      'mfa.recovery_code_used',
      { session_id: 'ses_1', used_at: AT },
      ['nist-aal2', 'user', 'ses_1'],
    ],
    [
      'mfa.temporary_pass_used',
      { session_id: 'ses_1', used_at: AT },
      ['nist-aal2', 'user', 'ses_1'],
    ],
    ...(
      [
        ['user_logout', 'user'],
        ['admin_revoke', 'admin'],
        ['policy', 'policy'],
        ['constructor', 'system'],
        [undefined, 'system'],
      ] as const
    ).map(
      ([reason, by]) =>
        [
          'session.revoked',
          { id: 'ses_1', revoked_at: AT, reason },
          ['session-revoked', by, 'ses_1'],
        ] as const,
    ),
  ] as const)('%s %o becomes %j', (type, data, expected) => {
    expect(summaries(type, { ...PERSON, ...data })).toEqual([expected]);
    expect(mappedEvents(NONE)).toContain(type);
  });

  it('of a reset tells that all sessions ended, where they do', () => {
    const removed = { ...PERSON, factor: 'sms', removed_at: AT };
    const reset = { ...removed, actor: ADMINISTRATOR, reason: 'lost her phone' };
    const options = { resetEndsSessions: true };
    expect(summaries('mfa.factor_removed', reset, options)).toEqual([
      ['revoke', 'phone-sms', 'admin'],
      ['session-revoked', 'admin'],
    ]);
    expect(summaries('mfa.factor_removed', removed, options)).toHaveLength(1);
    const events = caepEventsOf('mfa.factor_removed', reset, { ...NONE, ...options });
    expect(JSON.stringify(events)).not.toContain('lost her phone');
  });

  it('has the credential type that the host gives its factor', () => {
    const data = { ...PERSON, factor: 'webauthn', enrolled_at: AT };
    const credentialTypes = { webauthn: 'fido2-platform' };
    expect(summaries('mfa.factor_enrolled', data, { credentialTypes })).toEqual([
      ['create', 'fido2-platform', 'user'],
    ]);
  });

  it.each(['mfa.locked', 'mfa.sms_blocked', 'webhook.test', 'constructor', '__proto__'])(
    '%s becomes nothing',
    (type) => expect(caepEventsOf(type, PERSON, NONE)).toEqual([]),
  );

  it('of each mapped name is in the catalogue, or one of Stepward itself', () => {
    const names = mappedEvents(NONE).filter((name) => !name.startsWith('mfa.'));
    expect(names.filter((name) => !Object.hasOwn(catalogue, name))).toEqual([]);
  });

  it('without its data is an error that says so', () => {
    expect(() => caepEventsOf('session.revoked', { id: 'evt_1' }, NONE)).toThrow(
      'the event has no identity_id: streams need events with their data, not thin ones',
    );
  });
});

it('an event that knows the level before tells it', () => {
  const claims = caepClaims({
    ...{ type: 'assurance-level-change', identityId: 'usr_1', at: new Date(AT) },
    ...{ initiatingEntity: 'user', reason: 'Stepped up.', namespace: 'NIST-AAL' },
    ...{ currentLevel: 'nist-aal2', previousLevel: 'nist-aal1', changeDirection: 'increase' },
  });
  expect(claims).toEqual({
    ...{ namespace: 'NIST-AAL', current_level: 'nist-aal2', previous_level: 'nist-aal1' },
    ...{ change_direction: 'increase', initiating_entity: 'user' },
    ...{ reason_admin: { en: 'Stepped up.' }, event_timestamp: 1_767_225_600 },
  });
});
