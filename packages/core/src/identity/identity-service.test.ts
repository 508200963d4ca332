import { expect, it } from 'vitest';
import { identityWith } from '../../test/fixtures.js';
import { createServiceHost } from '../../test/service-host.js';
import type { PhoneNumber } from '../records/phone-number.js';

it('an identity that was put is returned and found only in its tenant; one with an invalid phone is not stored', async () => {
  const { identities } = await createServiceHost();
  const identity = identityWith({ locale: 'de' });

  expect((await identities.put('acme', identity))._unsafeUnwrap()).toEqual(identity);
  expect(await identities.find('acme', 'ada')).toEqual(identity);
  expect(await identities.find('globex', 'ada')).toBeNull();

  const wrong = identityWith({ phone: { number: '415 555' as PhoneNumber, verified: true } });
  const refused = (await identities.put('acme', wrong))._unsafeUnwrapErr();
  expect(refused.code).toBe('identity_invalid');
  expect(await identities.find('acme', 'ada')).toEqual(identity);
});
