import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { isSufficient } from './decide-assurance.js';

const NOW = createFixedClock().now();
const secondsAgo = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

const ADA = { assurance: 'aal2', authenticatedAt: null, phishingResistant: false } as const;
const AAL2 = { acr: 'aal2', maxAge: null, phishingResistant: false } as const;

describe('an authentication', () => {
  it.each([
    ['aal2', 'aal2', true],
    ['aal2', 'aal1', true],
    ['aal1', 'aal1', true],
    ['aal1', 'aal2', false],
    [null, 'aal1', false],
    [null, 'aal2', false],
  ] as const)('of %s where %s is required: %s', (assurance, acr, expected) => {
    expect(isSufficient({ ...ADA, assurance }, { ...AAL2, acr }, NOW)).toBe(expected);
  });

  it.each([
    ['at the limit', secondsAgo(300), true],
    ['within the last second', secondsAgo(300.999), true],
    ['a second later', secondsAgo(301), false],
    ['now', NOW, true],
    ['at an unknown time', null, false],
    ['ahead, by as much as clocks may differ', secondsAgo(-300), true],
    ['ahead by more', secondsAgo(-300.001), false],
    ['in milliseconds read as seconds', new Date(NOW.getTime() * 1000), false],
  ])('of at most 300 seconds, %s', (_, authenticatedAt, expected) => {
    const authentication = { ...ADA, authenticatedAt };
    expect(isSufficient(authentication, { ...AAL2, maxAge: 300 }, NOW)).toBe(expected);
  });

  it.each([
    [0, 0, true],
    [0, -1, false],
    [0, -290, false],
    [60, -60, true],
    [60, -61, false],
    [3600, -300, true],
    [3600, -301, false],
  ])('of at most %i seconds, %i seconds old: %s', (maxAge, age, expected) => {
    const authentication = { ...ADA, authenticatedAt: secondsAgo(age) };
    expect(isSufficient(authentication, { ...AAL2, maxAge }, NOW)).toBe(expected);
  });

  it('that is recent does not make up for its level', () => {
    const authentication = { ...ADA, assurance: 'aal1', authenticatedAt: NOW } as const;
    expect(isSufficient(authentication, { ...AAL2, maxAge: 300 }, NOW)).toBe(false);
  });

  it.each([
    [true, 'aal2', true],
    [true, 'aal1', false],
    [false, 'aal2', false],
  ] as const)('that resists phishing (%s) at %s where that is required: %s', (...row) => {
    const [phishingResistant, assurance, expected] = row;
    const required = { ...AAL2, phishingResistant: true };
    expect(isSufficient({ ...ADA, assurance, phishingResistant }, required, NOW)).toBe(expected);
  });
});
