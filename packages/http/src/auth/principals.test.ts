import { expect, it } from 'vitest';
import {
  makeUserPrincipal,
  type UserPrincipal,
  principalOfUser,
  type ManagementPrincipal,
  isWrongClaim,
} from './principals.js';

it('the principal of a user cannot be written down, only made', () => {
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

function principal(scopes: readonly string[]): UserPrincipal {
  const user = makeUserPrincipal({ tenantId: 'acme', identityId: 'ada', scopes });
  if (isWrongClaim(user)) throw new Error(user.expected);
  return user;
}

it('the principal of the Customer API cannot be written down, only made', () => {
  // @ts-expect-error -- the key that tells a principal from a look-alike is not exported
  const lookAlike: ManagementPrincipal = {
    tenantId: 'acme',
    actor: { type: 'identity', id: 'ada' },
    scopes: ['logs:read'],
  };
  const user = principal(['logs:read']);
  expect(principalOfUser(user)).toMatchObject(lookAlike);
  expect(principalOfUser(user)).not.toEqual(lookAlike);
});

it('of the scopes of a user those of this API count', () => {
  const scopes = ['account.mfa:write', 'logs:read', 'logs:write', 'LOGS:READ'];
  const user = principal(scopes);
  expect(principalOfUser(user).scopes).toEqual(['logs:read']);
});
