import { describe, expect, it } from 'vitest';
import { NOW, identityWith, recordWith, bound } from '../../../test/fixtures.js';
import type { AssuranceLevel } from '../../access/assurance.js';
import type { Identity } from '../../records/identity.js';
import { authoriseWrite } from './authorise-write.js';

const sms = recordWith({ authenticators: [bound('sms', { enrolledAt: NOW })] });
const none = recordWith();
const withFactors = (...otherFactors: string[]): Identity =>
  identityWith({ otherFactors: otherFactors as unknown as Identity['otherFactors'] });

describe('a write to factors or to the phone number', () => {
  it.each<[string, Identity, typeof none, AssuranceLevel | null]>([
    ['without a second factor at aal1', withFactors(), none, 'aal1'],
    ['without a second factor at unknown assurance', withFactors(), none, null],
    ['at aal1 beside an sms that the host names without right', withFactors('sms'), none, 'aal1'],
    ['with SMS at aal2', withFactors(), sms, 'aal2'],
    ["with a factor of the host's at aal2", withFactors('email'), none, 'aal2'],
    ['with SMS at unknown assurance', withFactors(), sms, null],
  ])('is allowed %s', (_, identity, record, assurance) => {
    expect(authoriseWrite({ identity, record, assurance }).isOk()).toBe(true);
  });

  it.each<[string, Identity, typeof none]>([
    ['SMS', withFactors(), sms],
    ['WebAuthn', withFactors('webauthn'), none],
    ['TOTP', withFactors('totp'), none],
    ['e-mail', withFactors('email'), none],
    ['SMS and TOTP', withFactors('totp'), sms],
  ])('needs aal2 once there is %s', (_, identity, record) => {
    const refused = authoriseWrite({ identity, record, assurance: 'aal1' });
    expect(refused._unsafeUnwrapErr()).toEqual({
      code: 'assurance_insufficient',
      required: 'aal2',
    });
  });
});
