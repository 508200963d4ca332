import { describe, expect, it } from 'vitest';
import {
  eachFieldOf,
  FIELD_NAMES,
  strictestOf,
  tenantSampleOf,
} from '../../../../test/specification/policy-field-rules.js';
import { FACTOR_NAMES } from '../records/factor-name.js';
import { readStoredTenant, type RawTenant } from './read-stored-tenant.js';
import { DEFAULT_TENANT, type Tenant } from './tenant.js';

const EMPTY: RawTenant = { sms: {}, mfa: {}, password: {}, hipaa: false };

/** A tenant with nothing left empty. */
const FULL_TENANT = {
  sms: {
    enabled: true,
    mfaEnabled: true,
    appName: 'Köln "1" \\ {code}',
    originHost: 'login.example.com',
    appHash: null,
    templates: { de: '{code} ist dein Code für {app_name}.', 'pt-BR': 'Código: {code}\nAté já' },
    allowedCountries: ['DE', 'BR'],
    deniedPrefixes: ['+1900', '+881'],
    dailyBudget: 5_000_000_000,
    fraudGuard: { country: 'enforce', prefix: 'off', address: 'monitor', network: 'enforce' },
    countryModes: { DE: 'allow', BR: 'block' },
  },
  mfa: eachFieldOf('mfa', 'name', tenantSampleOf),
  password: { ...eachFieldOf('password', 'name', tenantSampleOf), minLengthWithoutMfa: 15 },
  hipaa: true,
} as unknown as Tenant;

describe('a stored tenant', () => {
  it('is read as it was put', () => {
    for (const tenant of [DEFAULT_TENANT, FULL_TENANT]) {
      const { sms, mfa, password, hipaa } = tenant;
      const raw = { sms, mfa: { ...mfa }, password: { ...password }, hipaa };
      expect(readStoredTenant(raw)).toEqual({ tenant, unknownFields: [] });
    }
  });

  it('has defaults for fields that came later, and not the fields that are gone', () => {
    const mfa = { policy: 'always', carrierPigeon: true };
    expect(readStoredTenant({ ...EMPTY, mfa })).toEqual({
      tenant: { ...DEFAULT_TENANT, mfa: { ...DEFAULT_TENANT.mfa, policy: 'always' } },
      unknownFields: [],
    });
  });

  it('keeps a template with an unknown placeholder, and names it', () => {
    const templates = { de: '{code} {app}', fr: '{code} {app_name}' };
    const { tenant, unknownFields } = readStoredTenant({ ...EMPTY, sms: { templates } });
    expect(tenant.sms.templates).toEqual(templates);
    expect(unknownFields).toEqual(['sms.templates.de']);
  });

  it('has the strictest value in place of an unknown stored one, and names the field', () => {
    const strange = (record: object): Record<string, unknown> =>
      Object.fromEntries(Object.keys(record).map((name) => [name, { from: 'the future' }]));
    const mfa = strange(FULL_TENANT.mfa);
    const password = strange(FULL_TENANT.password);

    const { tenant, unknownFields } = readStoredTenant({ ...EMPTY, mfa, password });

    expect(tenant.mfa).toEqual(eachFieldOf('mfa', 'name', strictestOf));
    expect(tenant.password).toEqual({
      ...eachFieldOf('password', 'name', strictestOf),
      minLengthWithoutMfa: 128,
    });
    expect(unknownFields).toHaveLength(FIELD_NAMES.length + 1);
    expect(unknownFields).toContain('mfa.preferredFactor');
    expect(unknownFields).toContain('password.disallowReuse');
  });

  it.each<[unknown, readonly string[]]>([
    [
      ['sms', 'iris', 'totp'],
      ['totp', 'sms'],
    ],
    [['iris'], FACTOR_NAMES],
    [null, FACTOR_NAMES],
  ])(
    'with the allowed factors %j keeps the known ones, or all where none is',
    (allowedFactors, expected) => {
      const { tenant, unknownFields } = readStoredTenant({ ...EMPTY, mfa: { allowedFactors } });
      expect(tenant.mfa.allowedFactors).toEqual(expected);
      expect(unknownFields).toEqual(['mfa.allowedFactors']);
    },
  );
});
