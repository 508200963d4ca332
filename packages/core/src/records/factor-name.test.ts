import { describe, expect, it } from 'vitest';
import { inPriorityOrder, type FactorName } from './factor-name.js';

describe('factors in priority order', () => {
  it.each<[string, FactorName[], FactorName[]]>([
    ['none', [], []],
    [
      'all, whatever their order',
      ['email', 'sms', 'totp', 'webauthn'],
      ['webauthn', 'totp', 'sms', 'email'],
    ],
    ['each once', ['sms', 'totp', 'sms'], ['totp', 'sms']],
  ])('are %s', (_, given, expected) => {
    expect(inPriorityOrder(given)).toEqual(expected);
  });
});
