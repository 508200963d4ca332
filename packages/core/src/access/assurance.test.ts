import { describe, expect, it } from 'vitest';
import { requireAal2 } from './assurance.js';

describe('the demand for aal2', () => {
  it.each(['aal2', null] as const)('is met by a session at %s', (assurance) => {
    expect(requireAal2(assurance).isOk()).toBe(true);
  });

  it('refuses a session at aal1, and names what is required', () => {
    expect(requireAal2('aal1')._unsafeUnwrapErr()).toEqual({
      code: 'assurance_insufficient',
      required: 'aal2',
    });
  });
});
