import { expect, it } from 'vitest';
import { readDemoOptions } from './demo-options.js';

it('without any variables the demo listens on 127.0.0.1:3000, with the request limits as shipped', () => {
  expect(readDemoOptions({})).toEqual({ port: 3000, host: '127.0.0.1', rateLimitScale: 1 });
});

it('takes port, host and the scale of the request limits from the environment', () => {
  expect(readDemoOptions({ PORT: '0', HOST: '::1', RATE_LIMIT_SCALE: '2.5' })).toEqual({
    port: 0,
    host: '::1',
    rateLimitScale: 2.5,
  });
});

it.each(['0', '-1', '', 'many', 'NaN', 'Infinity'])(
  'refuses RATE_LIMIT_SCALE=%s',
  (RATE_LIMIT_SCALE) => {
    const read = (): unknown => readDemoOptions({ RATE_LIMIT_SCALE });
    expect(read).toThrow('RATE_LIMIT_SCALE is a positive number');
  },
);

it.each(['-1', '65536', '80.5', 'http', 'NaN'])('refuses PORT=%s', (PORT) => {
  expect(() => readDemoOptions({ PORT })).toThrow('PORT is an integer from 0 to 65535');
});
