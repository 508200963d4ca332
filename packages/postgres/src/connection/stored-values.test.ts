import { silentLogger, type Logger } from '@stepward/core';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import { describe, expect, it } from 'vitest';
import { storedApiKey } from '../stores/api-key-store.js';
import { storedFactorRecord } from '../stores/code-row.js';
import { storedIdentity } from '../stores/identity-store.js';
import { storedTenant } from '../stores/stored-tenant.js';
import { findable } from './stored-values.js';

const CODE = {
  status: 'pending',
  code_id: 'c1',
  destination: '+14155552671',
  verifier: 'azE.ab',
  issued_at: new Date(0),
  expires_at: new Date(0),
  attempts_spent: 0,
  guessed_wrong_at: [],
  counted: [],
  ended_at: null,
};

const RECORD = { authenticators: null, code: CODE, ledger: null, destination: null };

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
  const row = { sms_settings: {}, mfa_policy: {}, password_policy: {}, hipaa: false };

  it('has the strictest value where it holds one that this version does not know, which is reported', () => {
    const { logger, reports } = recordingLogger('error');
    const mfa_policy = { enforcement: 'paranoid', allowedFactors: ['carrier_pigeon', 'sms', 7] };
    const { mfa } = storedTenant({ ...row, mfa_policy }, logger);
    expect(mfa).toEqual({
      ...DEFAULT_TENANT.mfa,
      enforcement: 'required',
      allowedFactors: ['sms'],
    });
    expect(reports).toEqual([{ fields: ['mfa.enforcement', 'mfa.allowedFactors'] }]);
  });

  it('has the default where a setting was not known yet when it was stored', () => {
    const stored = { ...row, sms_settings: { enabled: true }, hipaa: true };
    expect(storedTenant(stored, silentLogger)).toEqual({
      ...DEFAULT_TENANT,
      sms: { ...DEFAULT_TENANT.sms, enabled: true },
      hipaa: true,
    });
  });

  it('is read even where the host has its driver hand out JSON as text', () => {
    const asText = { ...row, sms_settings: '{"enabled":true}', mfa_policy: '{}' };
    expect(storedTenant(asText, silentLogger).sms.enabled).toBe(true);
  });
});

it('a management key loses the scopes that this version does not know, which is reported', () => {
  const { logger, reports } = recordingLogger('warn');
  const row = {
    key_id: 'k1',
    name: 'CI',
    environment_id: null,
    prefix: 'service_mgmt_abc',
    scopes: ['logs:read', 'moon:write'],
    created_at: new Date(0),
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
  };
  expect(storedApiKey(row, logger).scopes).toEqual(['logs:read']);
  expect(reports).toEqual([{ keyId: 'k1', unknown: ['moon:write'] }]);
});

it('an id with a zero character is looked up as one that nothing has', () => {
  expect(['org-1', '', 'org\0'].map(findable)).toEqual(['org-1', '', null]);
});

it.each([
  [
    'a code with an unknown status',
    () => storedFactorRecord({ ...RECORD, code: { ...CODE, status: 'paused' } }),
  ],
  [
    'a record with an unknown factor',
    () =>
      storedFactorRecord({
        ...RECORD,
        authenticators: [{ authenticator_id: 'a', factor: 'pigeon', enrolled_at: 0 }],
      }),
  ],
  [
    'a code without an end',
    () => storedFactorRecord({ ...RECORD, code: { ...CODE, expires_at: 'soon' } }),
  ],
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

/** Keeps what is reported at one level. */
function recordingLogger(level: 'warn' | 'error'): { logger: Logger; reports: object[] } {
  const reports: object[] = [];
  return {
    logger: { ...silentLogger, [level]: (fields: object) => reports.push(fields) },
    reports,
  };
}
