import { describe, expect, it } from 'vitest';
import { identityWith } from '../../test/fixtures.js';
import { checkIdentity } from './check-identity.js';
import type { Identity } from '../records/identity.js';

function violationsOf(change: Partial<Record<keyof Identity, unknown>>): readonly string[] {
  return checkIdentity(identityWith(change as Partial<Identity>)).match(
    () => [],
    ({ violations }) => violations.map(({ field, rule }) => `${field} ${rule}`),
  );
}

describe('an identity that a host stores', () => {
  it.each<Partial<Identity>>([
    {},
    { identityId: 'x'.repeat(255) },
    { state: 'suspended', phone: null, locale: 'pt-BR', backupCodesRemaining: 7 },
    { otherFactors: ['webauthn', 'totp', 'email'] },
  ])('is taken as it is: %j', (change) => {
    const identity = identityWith(change);
    expect(checkIdentity(identity)._unsafeUnwrap()).toBe(identity);
  });

  it.each<[Partial<Record<keyof Identity, unknown>>, readonly string[]]>([
    [{ identityId: '' }, ['identityId text']],
    [{ identityId: ['ada'] }, ['identityId text']],
    [{ identityId: 'a\0' }, ['identityId text']],
    [{ state: 'deleted' }, ['state one_of']],
    [{ phone: '+14155552671' }, ['phone phone']],
    [{ phone: undefined }, ['phone phone']],
    [{ phone: { number: '415 555', verified: true } }, ['phone phone']],
    [{ phone: { number: '+14155552671', verified: 1 } }, ['phone phone']],
    [{ phone: { number: '+14155552671' } }, ['phone phone']],
    [{ otherFactors: ['carrier-pigeon'] }, ['otherFactors one_of']],
    [{ otherFactors: 'totp' }, ['otherFactors one_of']],
    [{ backupCodesRemaining: -1 }, ['backupCodesRemaining non_negative_integer']],
    [{ backupCodesRemaining: 1.5 }, ['backupCodesRemaining non_negative_integer']],
    [{ locale: '' }, ['locale locale']],
    [{ locale: undefined }, ['locale locale']],
    [{ locale: ['de'] }, ['locale locale']],
    [{ state: 1, locale: 7 }, ['state one_of', 'locale locale']],
  ])('is refused with all that is wrong: %j', (change, violations) => {
    expect(violationsOf(change)).toEqual(violations);
  });

  it('is reported without its phone number', () => {
    const phone = { number: '415 555 26 71', verified: true };
    const refused = checkIdentity(identityWith({ phone } as unknown as Partial<Identity>));
    expect(JSON.stringify(refused._unsafeUnwrapErr())).not.toContain('26 71');
    const other = checkIdentity(identityWith({ locale: 'x' })); // what else is wrong is repeated
    expect(other._unsafeUnwrapErr().violations).toMatchObject([{ field: 'locale', value: 'x' }]);
  });
});
