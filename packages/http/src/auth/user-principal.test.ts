import { expect, it } from 'vitest';
import { makeUserPrincipal, type UserPrincipal } from './user-principal.js';

it('a principal cannot be written down, only made', () => {
  // @ts-expect-error -- the key that tells a principal from a look-alike is not exported
  const lookAlike: UserPrincipal = {
    tenantId: 'acme',
    identityId: 'ada',
    sessionId: null,
    assurance: null,
    scopes: [],
  };
  expect(makeUserPrincipal({ tenantId: 'acme', identityId: 'ada' })).not.toEqual(lookAlike);
});
