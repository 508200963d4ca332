import { expect, it } from 'vitest';
import { parseUrl } from './parse-url.js';

it.each(['', 'hooks.example.com', '/path', 'https://', 'https://a b/', 'https://[::1'])(
  'gives null for %j',
  (text) => {
    expect(parseUrl(text)).toBeNull();
  },
);

it('takes a name with letters beyond ASCII however often it is asked', () => {
  for (let times = 0; times < 20_000; times += 1) {
    expect(parseUrl('https://bücher.example/')?.hostname).toBe('xn--bcher-kva.example');
  }
});
