import { describe, expect, it } from 'vitest';
import { identityWith } from '../../test/fixtures.js';
import { requireActive } from './require-active.js';

describe('the identity behind a request', () => {
  it('is given where it is active', () => {
    const identity = identityWith();
    expect(requireActive(identity)._unsafeUnwrap()).toBe(identity);
  });

  it.each([
    ['unknown', null, 'identity_unknown'],
    ['suspended', identityWith({ state: 'suspended' }), 'identity_suspended'],
  ])('is refused where it is %s', (_, identity, code) => {
    expect(requireActive(identity)._unsafeUnwrapErr()).toEqual({ code });
  });
});
