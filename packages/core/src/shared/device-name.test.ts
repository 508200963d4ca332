import { expect, it } from 'vitest';
import { deviceName } from './device-name.js';

const MOZILLA = 'Mozilla/5.0';
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome, Windows',
  ],
  [`${MOZILLA} (Windows NT 10.0) ${WEBKIT} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge, Windows'],
  [
    `${MOZILLA} (Linux; Android 15; K) ${WEBKIT} Chrome/142.0 Mobile Safari/537.36 EdgA/142.0`,
    'Edge, Android',
  ],
  [
    `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/26.0 Safari/605.1.15`,
    'Safari, macOS',
  ],
  [
    `${MOZILLA} (iPhone; CPU iPhone OS 18_7 like Mac OS X) ${WEBKIT} CriOS/142.0 Safari/604.1`,
    'Chrome, iPhone',
  ],
  [`${MOZILLA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox, Linux'],
  ['okhttp/4.12 (Android)', 'Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
])('%s is %s', (userAgent, expected) => {
  expect(deviceName(userAgent)).toBe(expected);
});
