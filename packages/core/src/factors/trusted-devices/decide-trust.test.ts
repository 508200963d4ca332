import { describe, expect, it } from 'vitest';
import { decideTrust, type Trust } from './decide-trust.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const TRUST: Trust = {
  policy: { allowedFactors: ['totp', 'sms'], trustedDeviceDays: 30 },
  enrolled: ['webauthn', 'totp'],
  proven: ['totp'],
  name: null,
  userAgent: null,
};

const trust = (change: Partial<Trust>) => decideTrust({ ...TRUST, ...change });

describe('the name of a device', () => {
  it.each<[string | null, string | null, string | null]>([
    ['Work laptop', FIREFOX, 'Work laptop'],
    ['x'.repeat(64), null, 'x'.repeat(64)],
    [null, FIREFOX, 'Firefox, Linux'],
    [null, 'acme-app/7', 'acme-app/7'],
    [null, 'x'.repeat(65), null],
    [null, '', null],
    [null, 'line\nbreak', null],
    [null, null, null],
  ])('%j, of the user agent %j, is %j', (name, userAgent, expected) => {
    expect(trust({ name, userAgent })._unsafeUnwrap()).toBe(expected);
  });

  it.each(['', ' ', 'x'.repeat(65), 'line\nbreak', '\u202Eevil'])('is never %j', (name) => {
    expect(trust({ name, userAgent: FIREFOX })._unsafeUnwrapErr().code).toBe('name_malformed');
  });
});

describe('a device is not trusted', () => {
  const none = { allowedFactors: TRUST.policy.allowedFactors, trustedDeviceDays: 0 };

  it.each<[string, Partial<Trust>, string]>([
    ['where the policy trusts none', { policy: none }, 'trusted_devices_not_allowed'],
    ['without a proof', { proven: [] }, 'factor_not_proven'],
    ['with a temporary pass alone', { proven: ['temporary_pass'] }, 'factor_not_proven'],
    ['with a factor that the policy does not allow', { proven: ['webauthn'] }, 'factor_not_proven'],
    ['with a factor that was removed since', { proven: ['sms'] }, 'factor_not_proven'],
    [
      'with a recovery code of no factor',
      { proven: ['recovery_code'], enrolled: [] },
      'factor_not_proven',
    ],
    ['and 422 comes before 403', { name: '', policy: none }, 'name_malformed'],
    ['and 403 comes before 409', { policy: none, proven: [] }, 'trusted_devices_not_allowed'],
  ])('%s', (_, change, code) => {
    expect(trust(change)._unsafeUnwrapErr().code).toBe(code);
  });

  it('but with a recovery code, which stands for a factor, it is', () => {
    expect(trust({ proven: ['recovery_code'] }).isOk()).toBe(true);
  });
});
