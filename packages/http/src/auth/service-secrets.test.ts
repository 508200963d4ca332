import { createHash } from 'node:crypto';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createServiceSecretCheck } from './service-secrets.js';

const ONE = 'one-service-secret-of-32-letters';
const TWO = 'another-secret-that-is-somewhat-longer';
const hashOf = (secret: string) => ({ sha256: createHash('sha256').update(secret).digest('hex') });

describe('service secrets', () => {
  it.each([
    ['plain', [ONE, TWO]],
    ['by hash', [hashOf(ONE), hashOf(TWO)]],
    ['one of each', [hashOf(ONE), TWO]],
  ])('given %s are both known, and nothing else is', async (_, secrets) => {
    const isKnown = createServiceSecretCheck(secrets);
    const wrong = ['', ONE.slice(1), `${ONE} `, ONE.toUpperCase(), hashOf(ONE).sha256, 'é'];
    for (const secret of [ONE, TWO]) expect(await isKnown(secret)).toBe(true);
    for (const secret of wrong) expect(await isKnown(secret)).toBe(false);
  });

  it('that a function checks are good where it says true, and then alone', async () => {
    const answers: Readonly<Record<string, unknown>> = { good: true, wrong: false, odd: 'yes' };
    const isKnown = createServiceSecretCheck(async (given) => answers[given] as boolean);
    expect(await Promise.all(['good', 'wrong', 'odd', ''].map(isKnown))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  // standard: asvs/6.3.2, asvs/13.2.3
  it('that are empty accept no secret', async () => {
    expect(await createServiceSecretCheck([])('')).toBe(false);
  });

  it.each([
    ['three', [ONE, TWO, 'a third secret of 32 letters or more']],
    ['31 characters', [ONE.slice(1)]],
    ['513 characters', ['x'.repeat(513)]],
    ['a space', [`${ONE} ${TWO}`]],
    ['letters that no header carries', [`${ONE}é`]],
    ['a hash in upper case', [{ sha256: hashOf(ONE).sha256.toUpperCase() }]],
    ['a hash that is cut short', [{ sha256: hashOf(ONE).sha256.slice(1) }]],
  ])('are refused with %s, without being told', (_, secrets) => {
    let thrown: unknown = null;
    try {
      createServiceSecretCheck(secrets);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(TypeError);
    expect((thrown as Error).message).not.toContain(ONE.slice(1));
    expect(inspect(thrown)).not.toContain(hashOf(ONE).sha256.slice(1));
  });
});
