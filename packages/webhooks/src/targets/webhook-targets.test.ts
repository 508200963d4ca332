import { createFixedClock } from '@stepward/testing';
import { describe, expect, it } from 'vitest';
import { createWebhookTargets } from './webhook-targets.js';

const NAME = 'https://hooks.example.com/';

describe('the check at registration', () => {
  it.each<[string, string, readonly string[]]>([
    ['allowed', 'one public address', ['8.8.8.8']],
    ['allowed', 'several', ['8.8.8.8', '2606:4700::1111', '64:ff9b::808:808']],
    ['allowed', 'none', []],
    ['refused', 'a private one', ['10.0.0.1']],
    ['refused', 'a public and a private one', ['8.8.8.8', '10.0.0.1']],
    ['refused', 'a private one after many public ones', [...Array(20).fill('8.8.8.8'), '::1']],
    ['allowed', '32 public ones', Array(32).fill('8.8.8.8')],
    ['refused', 'more than 32', Array(33).fill('8.8.8.8')],
    ['refused', 'a mapped one', ['::ffff:8.8.8.8']],
    ['refused', 'one with a zone', ['fe80::1%eth0']],
    ['refused', 'what is no address', ['8.8.8.8', 'hooks.example.com']],
  ])('is %s for a name with %s', async (verdict, _, addresses) => {
    const targets = createWebhookTargets({ resolve: async () => addresses });
    expect(await targets.check(NAME)).toBe(verdict);
  });

  it('asks once, for the name without the dot at its end', async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => [asked.push(name), '8.8.8.8'].slice(1).map(String);
    await createWebhookTargets({ resolve }).check('https://Hooks.Example.com./');
    expect(asked).toEqual(['hooks.example.com']);
  });

  it.each(['https://8.8.8.8/', 'https://127.0.0.1/', 'https://localhost/', 'http://a.example/'])(
    'sends no query for %s',
    async (url) => {
      const resolve = () => Promise.reject(new Error('asked'));
      const verdict = await createWebhookTargets({ resolve }).check(url);
      expect(verdict).toBe(url.includes('8.8.8.8') ? 'allowed' : 'refused');
    },
  );

  it('allows a name that the resolver fails for', async () => {
    const resolve = () => Promise.reject(new Error('SERVFAIL'));
    expect(await createWebhookTargets({ resolve }).check(NAME)).toBe('allowed');
  });

  it('allows a name that took 3 seconds without an answer', async () => {
    const clock = createFixedClock();
    const resolve = () => new Promise<never>(() => undefined);
    const checked = createWebhookTargets({ resolve, clock }).check(NAME);
    clock.advance(3_000);
    expect(await checked).toBe('allowed');
  });

  it.each<[string, readonly string[]]>([
    ['allowed', ['8.8.8.8']],
    ['refused', ['8.8.4.4']],
    ['refused', []],
  ])('is %s over http for a name with the addresses %j', async (verdict, addresses) => {
    const targets = createWebhookTargets({
      targets: { allowHttp: ['8.8.8.8/32'] },
      resolve: async () => addresses,
    });
    expect(await targets.check('http://hooks.example.com/')).toBe(verdict);
  });

  it('throws a TypeError for an invalid CIDR', () => {
    expect(() => createWebhookTargets({ targets: { allow: ['all'] } })).toThrow(TypeError);
  });
});
