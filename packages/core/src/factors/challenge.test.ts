import { describe, expect, it } from 'vitest';
import { NOW, ago, pendingWith } from '../../test/fixtures.js';
import { isTaken, type Challenge } from './challenge.js';

describe('a session', () => {
  it.each<[string, Challenge | null, boolean]>([
    ['without a challenge is free', null, false],
    ['is free for the identity of its challenge', of('ada', pendingWith()), false],
    ["is taken by another's live challenge", of('bob', pendingWith()), true],
    ["is free from another's expiry on", of('bob', pendingWith({ expiresAt: NOW })), false],
    [
      "is taken until another's expiry",
      of('bob', pendingWith({ expiresAt: new Date(NOW.getTime() + 1) })),
      true,
    ],
    ["is free after another's end", of('bob', { status: 'exhausted', endedAt: ago(1) }), false],
  ])('%s', (_, challenge, expected) => {
    expect(isTaken(challenge, 'ada', NOW)).toBe(expected);
  });
});

function of(identityId: string, state: Challenge['state']): Challenge {
  return { identityId, factor: 'sms', state };
}
