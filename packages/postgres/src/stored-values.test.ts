import { DEFAULT_SMS_SETTINGS, silentLogger } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { storedCodeRecord, type CodeRow } from './code-row.js';
import { storedIdentity } from './identity-store.js';
import { storedTenant } from './stored-tenant.js';

const CODE: CodeRow = {
  enrolled_at: null,
  status: 'pending',
  code_id: 'c1',
  phone: '+14155552671',
  digest_key_id: 'k1',
  digest: 'ab',
  expires_at: new Date(0),
  attempts_spent: 0,
  ended_at: null,
  sent_at: null,
  cooling_since: null,
  wrong_guesses: null,
};

const IDENTITY = {
  identity_id: 'ada',
  state: 'active',
  phone: '+14155552671',
  phone_verified: true,
  other_factors: ['totp'],
  backup_codes_remaining: 0,
  locale: null,
};

describe('a stored tenant', () => {
  it('loses the allowed factors that this version does not know, which is reported', () => {
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (fields: object) => warnings.push(fields) };
    const row = { sms_settings: {}, mfa_policy: { allowedFactors: ['carrier_pigeon', 'sms', 7] } };
    expect(storedTenant(row, logger).mfa.allowedFactors).toEqual(['sms']);
    expect(warnings).toEqual([{ unknown: ['carrier_pigeon', 7] }]);
  });

  it('has the default where a setting was not known yet when it was stored', () => {
    const row = { sms_settings: { enabled: true }, mfa_policy: { allowedFactors: [] } };
    expect(storedTenant(row, silentLogger).sms).toEqual({ ...DEFAULT_SMS_SETTINGS, enabled: true });
  });
});

it.each([
  ['a code with an unknown status', () => storedCodeRecord({ ...CODE, status: 'paused' })],
  ['a code with a phone number that is none', () => storedCodeRecord({ ...CODE, phone: '555' })],
  ['a code without an end', () => storedCodeRecord({ ...CODE, expires_at: 'soon' })],
  ['an identity with an unknown state', () => storedIdentity({ ...IDENTITY, state: 'asleep' })],
  [
    'an identity with an unknown factor',
    () => storedIdentity({ ...IDENTITY, other_factors: ['totp', 'carrier_pigeon'] }),
  ],
])('%s is not judged: it throws', (_, read) => {
  expect(read).toThrow(TypeError);
});

it('SMS is left out of the factors that the host keeps', () => {
  const row = { ...IDENTITY, other_factors: ['sms', 'totp'] };
  expect(storedIdentity(row).otherFactors).toEqual(['totp']);
});
