import { describe, expect, it } from 'vitest';
import { checkUrl } from './check-url.js';
import { resolveTarget } from './resolve-target.js';
import type { Resolver } from './resolvers.js';
import { createTargetRules } from './target-rules.js';

const rules = createTargetRules('test', { allow: ['127.0.0.0/8'], allowHttp: ['127.0.0.1/32'] });
const never = new AbortController().signal;

function resolve(url: string, resolver: Resolver, signal = never) {
  const checked = checkUrl(url, rules);
  if (checked.type === 'refused') throw new Error(`${url} is refused before it is resolved`);
  return resolveTarget(checked, rules, resolver, signal);
}

describe('resolving a target', () => {
  it('gives the addresses once each, in the order and spelling to dial them', async () => {
    const answers = ['8.8.8.8', '2606:4700:0::1111', '::ffff:127.0.0.1', '127.0.0.1', '8.8.8.8'];
    const target = await resolve('https://a.example/', async () => answers);
    expect(target).toMatchObject({ addresses: ['8.8.8.8', '2606:4700::1111', '127.0.0.1'] });
  });

  it('takes 8 of many addresses, and judges all of them', async () => {
    const many = Array.from({ length: 20 }, (_, index) => `8.8.8.${index}`);
    const target = await resolve('https://a.example/', async () => many);
    expect(target).toMatchObject({ addresses: many.slice(0, 8) });
    const refused = await resolve('https://a.example/', async () => [...many, '10.0.0.1']);
    expect(refused.type).toBe('refused');
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
    const target = await resolve('https://a.example/', resolver, AbortSignal.abort());
    expect([target, isAsked]).toEqual([{ type: 'unresolved' }, false]);
  });
});
