import { expect, it } from 'vitest';
import { readDemoOptions } from './demo-options.js';

it('without any variables the demo listens on 127.0.0.1:3000, with the request limits as shipped', () => {
  expect(readDemoOptions({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    rateLimitScale: 1,
    smsProvider: null,
    publicUrl: null,
  });
});

it('takes port, host and the scale of the request limits from the environment', () => {
  expect(readDemoOptions({ PORT: '0', HOST: '::1', RATE_LIMIT_SCALE: '2.5' })).toEqual({
    port: 0,
    host: '::1',
    rateLimitScale: 2.5,
    smsProvider: null,
    publicUrl: null,
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

const TWILIO = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'a secret' };

it.each([
  [{ SMS_PROVIDER: 'pigeon' }, 'SMS_PROVIDER must be one of console, twilio'],
  [{ SMS_PROVIDER: 'twilio' }, 'TWILIO_ACCOUNT_SID is missing'],
  [TWILIO, 'TWILIO_FROM is missing; it must be given, or TWILIO_MESSAGING_SERVICE_SID'],
  [{ ...TWILIO, TWILIO_FROM: 'Acme', TWILIO_BASE_URL: 'ftp://x' }, 'TWILIO_BASE_URL must be'],
  [{ SMS_PROVIDER: 'infobip' }, 'INFOBIP_BASE_URL is missing'],
  [{ PUBLIC_URL: 'http://id.example.com' }, 'PUBLIC_URL must be an https URL'],
  [{ SMS_PROVIDER: 'vonage', VONAGE_APPLICATION_ID: 'a' }, 'VONAGE_PRIVATE_KEY is missing'],
  [{ SMS_PROVIDER: 'telnyx', TELNYX_API_KEY: 'a secret' }, 'TELNYX_FROM is missing'],
  [{ SMS_PROVIDER: 'aws', AWS_REGION: 'eu-central-1' }, 'AWS_ACCESS_KEY_ID'],
])(
  'names the variable that is wrong in %j, in one line and without its value',
  (variables, problem) => {
    const read = (): unknown => readDemoOptions(variables);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(/\n|a secret/);
  },
);

it('makes the sender that SMS_PROVIDER names', () => {
  const { smsProvider } = readDemoOptions({ ...TWILIO, TWILIO_FROM: 'Acme' });
  expect(smsProvider?.sender).toEqual({ send: expect.any(Function) });
});

it.each([
  [{}, false],
  [{ PUBLIC_URL: 'https://id.example.com' }, true],
  [{ TWILIO_BASE_URL: 'http://127.0.0.1:9' }, true],
  [{ TWILIO_BASE_URL: 'https://api.dublin.ie1.twilio.com' }, false],
])('whether the provider can report to this host with %j: %s', (variables, expected) => {
  const { smsProvider } = readDemoOptions({ ...TWILIO, TWILIO_FROM: 'Acme', ...variables });
  expect(smsProvider?.receipts !== null).toBe(expected);
});

it('takes no receipts of a provider without the secret for them', () => {
  const provider = { SMS_PROVIDER: 'telnyx', TELNYX_API_KEY: 'a secret', TELNYX_FROM: 'Acme' };
  const { smsProvider } = readDemoOptions({ ...provider, PUBLIC_URL: 'https://id.example.com' });
  expect(smsProvider?.receipts).toBeNull();
});
