import { expect, it } from 'vitest';
import { hideSecrets } from './secrets.js';

it.each([
  ['postgres://app:Hunter2@db/app', 'Hunter2'],
  ['postgres://app:Hunter%202@db/app', 'Hunter 2'],
  ['postgres://app:Hunter%202@db/app', 'Hunter%202'],
  ['postgres://app:Hun@ter2@db/app', 'Hun@ter2'],
  ['postgres://app:50%@db/app', '50%'],
  ['postgres://app@db/app?password=Hunter2&sslmode=require', 'Hunter2'],
  ['postgres://db/app?sslpassword=Hunter2', 'Hunter2'],
  ['whsec_Hunter2', 'whsec_Hunter2'],
])('with %s in the environment a message does not say %s', (value, secret) => {
  const hidden = hideSecrets(`role "app", <${secret}>, <${value}>`, ['V'], { V: value });
  expect(hidden).toBe('role "app", <[hidden]>, <[hidden]>');
});

it('a message without secrets stays as it is', () => {
  const message = 'role "app" does not exist';
  expect(hideSecrets(message, ['V', 'W'], { V: 'postgres://app@db/app' })).toBe(message);
});
