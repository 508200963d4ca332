import { describe, expect, it } from 'vitest';
import { checkUrl } from './check-url.js';
import { resolveTarget } from './resolve-target.js';
import type { Resolver } from './resolvers.js';
import { createTargetRules, type TargetRules } from './target-rules.js';

const rules = createTargetRules('test', { allow: ['127.0.0.0/8'], allowHttp: ['127.0.0.1/32'] });
const never = new AbortController().signal;

function resolve(
  url: string,
  resolver: Resolver,
  over: { rules?: TargetRules; signal?: AbortSignal } = {},
) {
  const given = { rules, signal: never, ...over };
  const checked = checkUrl(url, given.rules);
  if (checked.type === 'refused') throw new Error(`${url} is refused before it is resolved`);
  return resolveTarget(checked, given.rules, resolver, given.signal);
}

function publicAddresses(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `8.8.${index >> 8}.${index & 255}`);
}

describe('resolving a target', () => {
  it('gives the addresses once each, in the order and spelling to dial them', async () => {
    const answers = ['8.8.8.8', '2606:4700:0::1111', '::ffff:127.0.0.1', '127.0.0.1', '8.8.8.8'];
    const target = await resolve('https://a.example/', async () => answers);
    expect(target).toMatchObject({ addresses: ['8.8.8.8', '2606:4700::1111', '127.0.0.1'] });
  });

  it('takes 8 of many addresses, and judges all of them', async () => {
    const many = publicAddresses(20);
    const target = await resolve('https://a.example/', async () => many);
    expect(target).toMatchObject({ addresses: many.slice(0, 8) });
    const refused = await resolve('https://a.example/', async () => [...many, '10.0.0.1']);
    expect(refused.type).toBe('refused');
  });

  it.each([
    [32, 'vetted'],
    [33, 'refused'],
  ])('of a name with %d public addresses ends as %s', async (count, type) => {
    const target = await resolve('https://a.example/', async () => publicAddresses(count));
    expect(target.type).toBe(type);
  });

  it('checks the last of 32 addresses', async () => {
    const answers = [...publicAddresses(31), '10.0.0.1'];
    const target = await resolve('https://a.example/', async () => answers);
    expect(target).toEqual({ type: 'refused', why: 'private, RFC 1918' });
  });

  it.each<[number, string, readonly string[]]>([
    [1, '32 public addresses', publicAddresses(32)],
    [0, 'addresses that other rules decide on', ['127.0.0.1', '127.0.0.2']],
    [0, 'more addresses than are checked', publicAddresses(6_400)],
  ])('reads the addresses of this machine %d times for %s', async (times, _, answers) => {
    let reads = 0;
    const own = () => ((reads += 1), new Set<string>());
    const counting = { ...rules, ownAddresses: own };
    await resolve('https://a.example/', async () => answers, { rules: counting });
    expect(reads).toBe(times);
  });

  it('reads the addresses of this machine again for the next name', async () => {
    const reads = [new Set<string>(), new Set(['8.8.0.0'])];
    const moving = { ...rules, ownAddresses: () => reads.shift() ?? new Set<string>() };
    const types: string[] = [];
    for (const url of ['https://a.example/', 'https://b.example/']) {
      types.push((await resolve(url, async () => publicAddresses(1), { rules: moving })).type);
    }
    expect(types).toEqual(['vetted', 'refused']);
  });

  it('refuses http where one address of the name is not allowed it', async () => {
    const target = await resolve('http://a.example/', async () => ['127.0.0.1', '127.0.0.2']);
    expect(target).toEqual({ type: 'refused', why: 'not https' });
  });

  it('does not resolve an address', async () => {
    const target = await resolve('https://127.1/', () => Promise.reject(new Error('asked')));
    expect(target).toMatchObject({ type: 'vetted', addresses: ['127.0.0.1'] });
  });

  it('sends no query once the time is up', async () => {
    let isAsked = false;
    const resolver = async () => ((isAsked = true), ['8.8.8.8']);
    const target = await resolve('https://a.example/', resolver, { signal: AbortSignal.abort() });
    expect([target, isAsked]).toEqual([{ type: 'unresolved' }, false]);
  });
});
