import { expect, it } from 'vitest';
import { isSecureUrl, parseUrl } from './parse-url.js';

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

it.each<[boolean, unknown]>([
  [true, 'https://example.com/x?y#z'],
  [true, 'http://localhost:8080/'],
  [true, 'http://127.0.0.1/'],
  [true, 'http://127.1.2.3:80/'],
  [true, 'http://[::1]:8080/'],
  [false, 'http://example.com/'],
  [false, 'http://localhost.example.com/'],
  [false, 'http://127.0.0.1.example.com/'],
  [false, 'http://[::2]/'],
  [false, 'ftp://localhost/'],
  [false, 'https://me@example.com/'],
  [false, 'https://:secret@example.com/'],
  [false, 'https://me:secret@example.com/'],
  [false, 'example.com'],
  [false, null],
  [false, new URL('https://example.com')],
])('that secrets may be sent to it is %s for %s', (isSecure, value) => {
  expect(isSecureUrl(value)).toBe(isSecure);
});
