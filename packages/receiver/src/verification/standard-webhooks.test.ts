import { webcrypto } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { gate } from '../../test/deliveries.js';
import casesFile from '../../test/standard-webhooks.json' with { type: 'json' };
import { createReceiver, memoryDeduplication } from '../index.js';
import { hmacOf } from './hmac.js';

/**
 * Cases of the tests of the libraries of Standard Webhooks (github.com/standard-webhooks/standard-webhooks, commit b2fa7b8,
 * MIT, Copyright (c) 2023 Svix) and of the compliance vectors of Postel (github.com/postel-sh/postel, commit f84e296, MIT,
 * Copyright (c) 2026 Postel contributors), restated as requests at a fixed time; `from` has the names that they have there.
 * Signatures that are not literal there were computed with Python's `hmac`.
 */
const cases: readonly Case[] = casesFile.cases;

interface Case {
  readonly name: string;
  readonly from: readonly string[];
  readonly outcome: string;
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

const runtimes = [
  ['node:crypto', hmacOf({ process })],
  ['Web Crypto', hmacOf({ crypto: webcrypto })],
] as const;

const of = (outcome: string): readonly Case[] => cases.filter((each) => each.outcome === outcome);

describe.each(runtimes)('with %s', (_, hmacSha256) => {
  const receiverOf = ({ secrets, now }: Case) =>
    createReceiver({
      secrets: [],
      standardSecrets: secrets,
      clock: { now: () => new Date(now) },
      deduplication: { store: memoryDeduplication({ clock: { now: () => new Date(now) } }) },
      onOutcome: () => undefined,
      hmacSha256,
    });

  it.each(of('accepted'))('$name is accepted', async (each) => {
    expect(await receiverOf(each).receive(each)).toMatchObject({
      type: 'accepted',
      event: {
        known: false,
        reason: 'standard_webhooks',
        eventId: each.headers['webhook-id'] ?? each.headers['Webhook-Id'],
        timestamp: new Date(each.now).toISOString(),
        data: each.body === '' ? undefined : JSON.parse(each.body),
        body: Uint8Array.from(Buffer.from(each.body)),
      },
    });
  });

  it.each(cases.filter(({ outcome }) => /^(?:signature|timestamp)_/.test(outcome)))(
    '$name is refused',
    async (each) => {
      const refused = { type: 'refused', reason: each.outcome };
      expect(await receiverOf(each).receive(each)).toEqual(refused);
    },
  );

  it.each(of('duplicate'))('$name is a duplicate', async (each) => {
    const receiver = receiverOf(each);
    expect((await receiver.handle(each, () => undefined)).type).toBe('handled');
    expect((await receiver.handle(each, () => undefined)).type).toBe('duplicate');
  });

  it.each(of('concurrent'))('$name is busy, and then a duplicate', async (each) => {
    const receiver = receiverOf(each);
    const [started, done] = [gate(), gate()];
    const first = receiver.handle(each, () => {
      started.open();
      return done.opened;
    });
    await started.opened;
    expect((await receiver.handle(each, () => expect.unreachable())).type).toBe('busy');
    done.open();
    expect((await first).type).toBe('handled');
    expect((await receiver.handle(each, () => expect.unreachable())).type).toBe('duplicate');
  });
});

it('there are cases of each library, each with the names of its tests', () => {
  const sources = cases.flatMap(({ from }) => from.map((name) => name.replace(/:.*/, '')));
  const libraries = ['C#', 'Elixir', 'Go', 'Java', 'JavaScript', 'PHP', 'Python', 'Ruby', 'Rust'];
  expect([...new Set(sources)].toSorted()).toEqual([...libraries, 'Postel'].toSorted());
});

/** As the constructors of all of these libraries refuse them. */
it.each([[''], ['whsec_'], [undefined], [null], [new Uint8Array()], [[]]])(
  'a receiver is not made with the secret %j',
  (secret) => {
    const standardSecrets = [secret as unknown as string];
    expect(() => createReceiver({ secrets: [], standardSecrets })).toThrow(
      new TypeError(
        'createReceiver: standardSecrets must be an array of secrets in base64, with or without whsec_',
      ),
    );
    expect(() => createReceiver({ secrets: standardSecrets })).toThrow(
      'createReceiver: secrets must be an array of at least one secret as it was shown',
    );
  },
);
