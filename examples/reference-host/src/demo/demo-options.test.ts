import { expect, it } from 'vitest';
import { readDemoOptions } from './demo-options.js';

it('without any variables the demo listens on 127.0.0.1:3000', () => {
  expect(readDemoOptions({})).toEqual({ port: 3000, host: '127.0.0.1' });
});

it('takes port and host from the environment', () => {
  expect(readDemoOptions({ PORT: '0', HOST: '::1' })).toEqual({ port: 0, host: '::1' });
});

it.each(['-1', '65536', '80.5', 'http', 'NaN'])('refuses PORT=%s', (PORT) => {
  expect(() => readDemoOptions({ PORT })).toThrow('PORT is an integer from 0 to 65535');
});
