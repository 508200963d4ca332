import { createHash, createHmac } from 'node:crypto';
import type { SmsReceipt } from '@stepward/core';
import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { descriptionOf } from '../test/descriptions.js';
import { MESSAGE } from '../test/message.js';
import { startMock, type ReceivedRequest } from '../test/mock-provider.js';
import {
  PROVIDER_NAMES,
  PROVIDERS,
  publicKey,
  SECRETS,
  type ProviderName,
} from '../test/providers.js';
import { withAwsSignature } from './provider/aws-signature.js';
import { createHttpSmsSender } from './http.js';
import { createInfobipSender } from './infobip.js';
import { createTwilioSender } from './twilio.js';
import { createVonageSender } from './vonage.js';

const signal = new AbortController().signal;

async function sendVia(provider: ProviderName, status: number, answer: object, message = MESSAGE) {
  const mock = await startMock(status, answer);
  const receipt = await PROVIDERS[provider].create(mock.baseUrl).send(message, { signal });
  await mock.close();
  return { receipt, request: mock.received[0] as ReceivedRequest };
}

describe.each(PROVIDER_NAMES)('a message by %s', (provider) => {
  const [status, answer, messageId] = PROVIDERS[provider].accepted;

  it("is accepted under the provider's id", async () => {
    const { receipt } = await sendVia(provider, status, answer);
    expect(receipt).toEqual({ provider, status: 'accepted', messageId });
  });
});

const DESCRIBED = PROVIDER_NAMES.filter((name) => PROVIDERS[name].description !== null);

it.each(DESCRIBED)(
  "a message by %s is a request by the provider's own description",
  async (provider) => {
    const [status, answer] = PROVIDERS[provider].accepted;
    const validate = descriptionOf(provider);
    const statusCallback = (name: string) => `https://example.com/sms/receipts/${name}`;
    for (const message of [MESSAGE, { ...MESSAGE, statusCallback }]) {
      const { request } = await sendVia(provider, status, answer, message);
      validate(bodyOf(request));
      expect(validate.errors).toBeNull();
      expect(request.method).toBe('POST');
    }
  },
);

it.each(DESCRIBED)(
  'the description of %s refuses a request without a number, and one with an unknown field',
  async (provider) => {
    const [status, answer] = PROVIDERS[provider].accepted;
    const validate = descriptionOf(provider);
    const { request } = await sendVia(provider, status, answer);
    expect(validate({ ...(bodyOf(request) as object), Unknown: '1' })).toBe(false);
    expect(validate({})).toBe(false);
  },
);

function bodyOf({ headers, body }: ReceivedRequest): unknown {
  return headers['content-type'] === 'application/x-www-form-urlencoded'
    ? Object.fromEntries(new URLSearchParams(body))
    : JSON.parse(body);
}

it.each(PROVIDER_NAMES.filter((name) => PROVIDERS[name].asksForReceipts))(
  'a message by %s asks for receipts at its own address, and for none where they are not taken',
  async (provider) => {
    const [status, answer] = PROVIDERS[provider].accepted;
    const address = `https://example.com/sms/receipts/${provider}`;
    for (const taken of [provider, 'other']) {
      const statusCallback = (name: string) => (name === taken ? address : null);
      const message = { ...MESSAGE, statusCallback };
      const { request } = await sendVia(provider, status, answer, message);
      const written = JSON.stringify(bodyOf(request));
      expect(written.includes(address)).toBe(taken === provider);
    }
  },
);

describe('how each provider knows its customer', () => {
  it.each(PROVIDER_NAMES.filter((name) => PROVIDERS[name].authorization !== null))(
    '%s',
    async (provider) => {
      const { request } = await sendVia(provider, 500, {});
      expect(request.headers.authorization).toBe(PROVIDERS[provider].authorization);
    },
  );

  it('vonage: a JWT of the application, valid for a minute', async () => {
    const { request } = await sendVia('vonage', 500, {});
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const currentDate = new Date('2026-11-22T12:00:30.000Z');
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['RS256'], currentDate });
    expect(payload).toEqual({
      application_id: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
      jti: MESSAGE.id,
      iat: 1_795_348_800,
      exp: 1_795_348_860,
    });
  });

  it('aws: a signature over the request as it was sent', async () => {
    const { request } = await sendVia('aws', 500, {});
    const { authorization = '' } = request.headers;
    const [, scope = '', names = '', signature] =
      /Credential=AKIDEXAMPLE\/(\S+), SignedHeaders=(\S+), Signature=(\w+)/.exec(authorization) ??
      [];
    const headers = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`);
    const canonical = ['POST', '/', '', headers.join(''), names, sha256(request.body)].join('\n');
    const date = String(request.headers['x-amz-date']);
    const toSign = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
    const key = scope
      .split('/')
      .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRETS.aws}`);
    expect(names.split(';')).toEqual(['host', 'x-amz-date', 'x-amz-target']);
    expect(scope).toBe('20261122/eu-central-1/sms-voice/aws4_request');
    expect(signature).toBe(hmac(key, toSign).toString('hex'));
  });

  // aws-sig-v4-test-suite: post-vanilla.
  it("aws: the signature of AWS's published test suite", async () => {
    const request = { url: 'https://example.amazonaws.com/', headers: {}, body: '' };
    const scope = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 'service',
    };
    const signed = await withAwsSignature(request, scope, new Date('2015-08-30T12:36:00.000Z'));
    expect(signed.headers['authorization']).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
    );
  });
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

describe('what a provider says of a message', () => {
  const vonage = (code: number) => ({
    type: `https://developer.vonage.com/api-errors/messages#${code}`,
  });
  const infobip = (groupId: number, name: string) => ({
    messages: [{ messageId: MESSAGE.id, status: { groupId, name } }],
  });
  const telnyx = (code: string, pointer: string) => ({ errors: [{ code, source: { pointer } }] });
  const refused = (reason: string, detail: string) => ({ status: 'refused', reason, detail });

  it.each<[ProviderName, number, object, object]>([
    ['twilio', 400, { code: 21_211, message: 'no' }, refused('invalid_number', '21211')],
    ['twilio', 400, { code: 21_610 }, refused('unsubscribed', '21610')],
    ['twilio', 403, { code: 21_408 }, refused('blocked', '21408')],
    ['twilio', 201, { status: 'failed', error_code: 30_006 }, refused('invalid_number', '30006')],
    ['twilio', 429, { code: 20_429 }, refused('rate_limited', '20429')],
    ['twilio', 401, { code: 20_003 }, refused('misconfigured', '20003')],
    ['twilio', 400, { code: '+14155552671 is no code' }, refused('misconfigured', 'http_400')],
    ['twilio', 400, { code: 14_155_552_671 }, refused('misconfigured', 'http_400')],
    [
      'twilio',
      503,
      { code: 21_211 },
      { status: 'unknown', reason: 'http_503', detail: 'http_503' },
    ],
    ['twilio-verify', 403, { code: 60_605 }, refused('blocked', '60605')],
    ['twilio-verify', 429, { code: 60_203 }, refused('blocked', '60203')],
    ['vonage', 422, vonage(1_050), refused('blocked', '1050')],
    ['vonage', 422, vonage(1_040), refused('invalid_number', '1040')],
    ['vonage', 422, vonage(1_210), refused('blocked', '1210')],
    ['vonage', 422, vonage(1_120), refused('misconfigured', '1120')],
    [
      'aws',
      400,
      { __type: 'a.b#ThrottlingException' },
      refused('rate_limited', 'ThrottlingException'),
    ],
    [
      'aws',
      400,
      { __type: 'ConflictException', Reason: 'DESTINATION_PHONE_NUMBER_OPTED_OUT' },
      refused('unsubscribed', 'DESTINATION_PHONE_NUMBER_OPTED_OUT'),
    ],
    [
      'aws',
      400,
      { Reason: 'INVALID_PARAMETER', Fields: [{ Name: 'destinationPhoneNumber' }] },
      refused('invalid_number', 'INVALID_PARAMETER'),
    ],
    [
      'aws',
      400,
      { Reason: 'INVALID_PARAMETER', Fields: [{ Name: 'messageBody' }] },
      refused('misconfigured', 'INVALID_PARAMETER'),
    ],
    ['infobip', 200, infobip(5, 'REJECTED_DND'), refused('unsubscribed', 'REJECTED_DND')],
    ['infobip', 200, infobip(5, 'REJECTED_NETWORK'), refused('blocked', 'REJECTED_NETWORK')],
    [
      'infobip',
      200,
      infobip(5, 'REJECTED_FLOODING_FILTER'),
      refused('blocked', 'REJECTED_FLOODING_FILTER'),
    ],
    ['infobip', 200, infobip(5, 'REJECTED_NEW'), refused('misconfigured', 'REJECTED_NEW')],
    [
      'infobip',
      200,
      infobip(5, 'REJECTED_DUPLICATE_MESSAGE_ID'),
      { status: 'accepted', messageId: MESSAGE.id },
    ],
    ['telnyx', 422, telnyx('10016', '/to'), refused('invalid_number', '10016')],
    ['telnyx', 422, telnyx('10016', '/from'), refused('misconfigured', '10016')],
    ['telnyx', 400, telnyx('40300', '/to'), refused('unsubscribed', '40300')],
  ])('%s, %i %j', async (provider, status, answer, expected) => {
    const { receipt } = await sendVia(provider, status, answer);
    expect(receipt).toEqual({ provider, ...expected } as SmsReceipt);
  });
});

it('Twilio Verify refuses a message for one operation, which its text could not name', async () => {
  const message = { ...MESSAGE, operation: 'Pay 120.00 EUR' };
  const { receipt, request } = await sendVia('twilio-verify', 201, {}, message);
  expect(receipt).toEqual({
    ...{ provider: 'twilio-verify', detail: 'operation' },
    ...{ status: 'refused', reason: 'blocked', notAsked: true },
  });
  expect(request).toBeUndefined();
});

it('an API key that no header may have is refused as misconfigured, and nothing is sent', async () => {
  const mock = await startMock(200, {});
  const apiKey = `${SECRETS.infobip}\n`;
  const sender = createInfobipSender({ baseUrl: mock.baseUrl, apiKey, from: 'Acme' });
  expect(await sender.send(MESSAGE, { signal })).toEqual({
    ...{ provider: 'infobip', detail: 'TypeError' },
    ...{ status: 'refused', reason: 'misconfigured' },
  });
  await mock.close();
  expect(mock.received).toEqual([]);
});

it("an error of the host's read is thrown, because the message was sent", async () => {
  const mock = await startMock(202, {});
  const sender = createHttpSmsSender({
    request: () => ({ url: mock.baseUrl, headers: {}, body: '' }),
    read: () => {
      throw new RangeError('unreadable');
    },
  });
  await expect(sender.send(MESSAGE, { signal })).rejects.toThrow(RangeError);
  await mock.close();
});

describe('a code that was typed in', () => {
  it.each([200, 404])(
    'is reported to Twilio Verify by its number, where that answers %i',
    async (status) => {
      const mock = await startMock(status, {});
      await PROVIDERS['twilio-verify'].create(mock.baseUrl).reportVerified(MESSAGE, { signal });
      await mock.close();
      expect(mock.received).toMatchObject([
        {
          path: `/v2/Services/VA${'0'.repeat(32)}/Verifications/%2B14155552671`,
          body: 'Status=approved',
        },
      ]);
    },
  );

  it('that Twilio Verify does not take is an error without the number', async () => {
    const mock = await startMock(500, {});
    const told = PROVIDERS['twilio-verify']
      .create(mock.baseUrl)
      .reportVerified(MESSAGE, { signal });
    await expect(told).rejects.toThrow(/^Twilio Verify did not take the approval: http_500$/);
    await mock.close();
  });
});

describe('the options of a sender', () => {
  const twilio = { accountSid: 'AC1', authToken: 'secret-token', from: 'Acme' };
  it.each([
    ['accountSid must be', { ...twilio, accountSid: 'AC1/../x' }],
    ['authToken is missing', { accountSid: 'AC1', from: 'Acme' }],
    ['from is missing', { accountSid: 'AC1', authToken: 'secret-token' }],
    ['baseUrl must be', { ...twilio, baseUrl: 'http://example.com' }],
    ['baseUrl must be', { ...twilio, baseUrl: 'https://user:password@example.com' }],
    ['there is no option token', { ...twilio, token: 'secret-token' }],
  ])('are checked when it is made: %s', (problem, options) => {
    const create = () => createTwilioSender(options);
    expect(create).toThrow(problem);
    expect(create).not.toThrow('secret-token');
  });

  it('has an RSA key, where one is needed', () => {
    const options = { applicationId: 'a', privateKey: 'not a key', from: 'Acme' };
    expect(() => createVonageSender(options)).toThrow('privateKey must be an RSA private key');
  });
});
