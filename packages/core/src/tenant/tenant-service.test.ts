import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../testing/index.js';
import { createTenantService } from './tenant-service.js';
import { DEFAULT_TENANT } from './tenant.js';

const createService = () => createTenantService({ storage: createMemoryStorage() });

describe('configuring a tenant', () => {
  it('creates it with defaults for all that is left out', async () => {
    const tenants = createService();
    expect(await tenants.find('acme')).toBeNull();

    const created = await tenants.configure('acme', { sms: { enabled: true } });

    const expected = { ...DEFAULT_TENANT, sms: { ...DEFAULT_TENANT.sms, enabled: true } };
    expect(created._unsafeUnwrap()).toEqual(expected);
    expect(await tenants.find('acme')).toEqual(expected);
  });

  it('changes what is named and leaves the rest', async () => {
    const tenants = createService();
    (await tenants.configure('acme', { sms: { appName: 'Acme' } }))._unsafeUnwrap();

    const changed = await tenants.configure('acme', { mfa: { allowedFactors: ['totp'] } });

    expect(changed._unsafeUnwrap().sms.appName).toBe('Acme');
    expect(changed._unsafeUnwrap().mfa.allowedFactors).toEqual(['totp']);
  });

  it('stores nothing where the settings break a rule', async () => {
    const tenants = createService();
    const refused = await tenants.configure('acme', { sms: { enabled: true, appName: '' } });
    expect(refused._unsafeUnwrapErr().code).toBe('sms_settings_invalid');
    expect(await tenants.find('acme')).toBeNull();
  });

  it('checks new settings together with the stored ones', async () => {
    const tenants = createService();
    const templates = { de: `${'a'.repeat(140)}{code}` };
    (await tenants.configure('acme', { sms: { templates } }))._unsafeUnwrap();
    const refused = await tenants.configure('acme', { sms: { originHost: 'acme.example' } });
    expect(refused._unsafeUnwrapErr().violations[0]?.field).toBe('templates.de');
  });
});
