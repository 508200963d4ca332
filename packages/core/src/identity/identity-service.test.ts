import { expect, it } from 'vitest';
import { identityWith } from '../../test/fixtures.js';
import { createFixedClock, createMemoryStorage } from '../testing/index.js';
import { createIdentityService } from './identity-service.js';

it('an identity that was put is given back and found, in its tenant alone', async () => {
  const identities = createIdentityService({
    storage: createMemoryStorage(),
    clock: createFixedClock(),
  });
  const identity = identityWith({ locale: 'de' });

  expect(await identities.put('acme', identity)).toEqual(identity);
  expect(await identities.find('acme', 'ada')).toEqual(identity);
  expect(await identities.find('globex', 'ada')).toBeNull();
});
