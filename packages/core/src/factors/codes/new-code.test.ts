import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { CONTEXT, KEYS, PHONE } from '../../../test/fixtures.js';
import { matchesDigest, destinationKey } from './code-digest.js';
import { newCode } from './new-code.js';

it('a new code comes with the digest that is stored for it and the name of its phone budget', () => {
  const fresh = newCode(KEYS, CONTEXT, 'claim', 42);
  expect(fresh.code.reveal()).toBe('000042');
  expect(matchesDigest(KEYS, CONTEXT, fresh.code, fresh.verifier)).toBe(true);
  expect(fresh.destinationKey).toBe(destinationKey(KEYS, 'acme', PHONE, 'claim'));
});

it('a new code is not shown by an inspection', () => {
  const fresh = newCode(KEYS, { ...CONTEXT, codeId: 'x' }, 'owner', 271_828);
  expect(inspect(fresh, { depth: Infinity, showHidden: true })).not.toContain('271828');
});
