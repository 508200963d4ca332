import { describe, expect, it } from 'vitest';
import { LOOPBACK } from '../../test/open-sender.js';
import { REFUSED_URLS } from '../../test/ssrf-targets.js';
import { checkUrl } from './check-url.js';
import { createTargetRules, type TargetOptions } from './target-rules.js';

function check(url: string, options: TargetOptions = {}): string {
  const checked = checkUrl(
    url,
    createTargetRules('test', options, () => new Set()),
  );
  switch (checked.type) {
    case 'refused':
      return 'refused';
    case 'name':
      return `name ${checked.name} at ${checked.url.origin}`;
    case 'address':
      return `address ${checked.address} at ${checked.url.origin}`;
  }
}

describe('a URL', () => {
  it.each(REFUSED_URLS)('is refused: %j', (url) => {
    expect(check(url)).toBe('refused');
  });

  it.each([
    ['https://hooks.example.com/a?b', 'name hooks.example.com at https://hooks.example.com'],
    ['https://Hooks.Example.COM.:443/', 'name hooks.example.com at https://hooks.example.com'],
    ['https://hooks.example.com:8443/', 'name hooks.example.com at https://hooks.example.com:8443'],
    [
      'https://hooks.example.com:40000/',
      'name hooks.example.com at https://hooks.example.com:40000',
    ],
    [
      'https://xn--bcher-kva.example/',
      'name xn--bcher-kva.example at https://xn--bcher-kva.example',
    ],
    ['https://bücher.example/', 'name xn--bcher-kva.example at https://xn--bcher-kva.example'],
    ['https://my_host.example.com/', 'name my_host.example.com at https://my_host.example.com'],
    [
      'https://localhost.example.com/',
      'name localhost.example.com at https://localhost.example.com',
    ],
    ['https://mylocal/', 'name mylocal at https://mylocal'],
    ['https://8.8.8.8/', 'address 8.8.8.8 at https://8.8.8.8'],
    ['https://8.8.8.8\\@127.0.0.1:22/', 'address 8.8.8.8 at https://8.8.8.8'],
    ['https://134744072/', 'address 8.8.8.8 at https://8.8.8.8'],
    ['https://[64:ff9b::8.8.8.8]/', 'address 64:ff9b::808:808 at https://[64:ff9b::808:808]'],
    ['https://[2606:4700::1111]:444/', 'address 2606:4700::1111 at https://[2606:4700::1111]:444'],
  ])('is read as what will be dialled: %s', (url, expected) => {
    expect(check(url)).toBe(expected);
  });

  it.each([64, 254].map((length) => `https://${'a.'.repeat(length / 2)}${'b'.repeat(length)}/`))(
    'is refused for a label or a name that is too long: %s',
    (url) => {
      expect(check(url)).toBe('refused');
    },
  );
});

describe('plain http', () => {
  it.each([
    ['http://127.0.0.1:40000/', 'address 127.0.0.1 at http://127.0.0.1:40000'],
    ['http://2130706433:40000/', 'address 127.0.0.1 at http://127.0.0.1:40000'],
    ['https://127.0.0.1/', 'address 127.0.0.1 at https://127.0.0.1'],
    ['http://127.0.0.2/', 'refused'],
    ['https://127.0.0.2/', 'refused'],
    ['http://8.8.8.8/', 'refused'],
    ['http://[::1]/', 'refused'],
    ['http://[::127.0.0.1]/', 'refused'],
    ['http://localhost/', 'refused'],
    ['http://127.0.0.1:6379/', 'refused'],
    ['http://a@127.0.0.1/', 'refused'],
  ])('is for the addresses that the operator names: %s is %s', (url, expected) => {
    expect(check(url, LOOPBACK)).toBe(expected);
  });
});

describe('a name of the inside', () => {
  it.each([
    ['https://localhost/', 'name localhost at https://localhost'],
    ['https://a.localhost./', 'name a.localhost at https://a.localhost'],
    ['https://hooks.corp.internal/', 'name hooks.corp.internal at https://hooks.corp.internal'],
    ['https://metadata.google.internal/', 'refused'],
    ['https://evilcorp.internal/', 'refused'],
    ['https://printer.local/', 'refused'],
  ])('is a target where the operator names it or its parent: %s is %s', (url, expected) => {
    expect(check(url, { allowNames: ['localhost', 'corp.internal'] })).toBe(expected);
  });
});
