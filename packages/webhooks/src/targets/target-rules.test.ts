import { describe, expect, it } from 'vitest';
import { createTargetRules, type TargetOptions } from './target-rules.js';

describe('target options', () => {
  it.each<[string, TargetOptions]>([
    ['an address for a CIDR', { allow: ['10.0.0.1'] }],
    ['bits beyond the prefix', { deny: ['10.0.0.1/8'] }],
    ['a name for a CIDR', { allowHttp: ['localhost/8'] }],
    ['a pattern for a name', { allowNames: ['*.internal'] }],
    ['a name in upper case', { allowNames: ['Localhost'] }],
    ['a name with a dot at the end', { allowNames: ['localhost.'] }],
    ['an invalid port', { allowPorts: [65_536] }],
    ['a port that is no whole number', { denyPorts: [1.5] }],
  ])('are refused with a TypeError for %s', (_, options) => {
    expect(() => createTargetRules('test', options)).toThrow(TypeError);
  });

  it('move ports both ways, and a denied one stays denied', () => {
    const rules = createTargetRules('test', { allowPorts: [9200, 6379], denyPorts: [8443, 6379] });
    const denied = [443, 9200, 8443, 6379].filter((port) => rules.deniedPorts.has(port));
    expect(denied).toEqual([8443, 6379]);
  });

  it('know the addresses of this machine', () => {
    expect(createTargetRules('test').ownAddresses()).toContain('127.0.0.1');
  });
});
