import { createHmac, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, inject, it } from 'vitest';
import { createDemoClient } from './testing/demo-client.js';
import { startHost } from './testing/host-process.js';

/** What a mock answers to a message that it takes, and where the variables of its provider point to it. */
interface MockedProvider {
  readonly answer: object;
  readonly variables: (baseUrl: string) => Readonly<Record<string, string>>;
}

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const TWILIO = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'token' };

const PROVIDERS: Readonly<Record<string, MockedProvider>> = {
  twilio: {
    answer: { sid: 'SM1', status: 'queued' },
    variables: (url) => ({ ...TWILIO, TWILIO_FROM: '+15005550006', TWILIO_BASE_URL: url }),
  },
  'twilio-verify': {
    answer: { sid: 'VE1', status: 'pending' },
    variables: (url) => ({
      ...TWILIO,
      TWILIO_VERIFY_SERVICE_SID: `VA${'0'.repeat(32)}`,
      TWILIO_BASE_URL: url,
    }),
  },
  vonage: {
    answer: { message_uuid: 'u1' },
    variables: (url) => ({
      VONAGE_APPLICATION_ID: 'a1',
      VONAGE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n'),
      VONAGE_FROM: 'Acme',
      VONAGE_BASE_URL: url,
    }),
  },
  aws: {
    answer: { MessageId: 'm1' },
    variables: (url) => ({
      AWS_REGION: 'eu-central-1',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'key',
      AWS_BASE_URL: url,
    }),
  },
  infobip: {
    answer: { messages: [{ messageId: 'm1', status: { groupId: 1 } }] },
    variables: (url) => ({
      INFOBIP_BASE_URL: url,
      INFOBIP_API_KEY: 'key',
      INFOBIP_FROM: 'Acme',
      INFOBIP_RECEIPTS_SECRET: 'a secret of the test, long enough',
    }),
  },
  telnyx: {
    answer: { data: { id: 't1' } },
    variables: (url) => ({
      TELNYX_API_KEY: 'key',
      TELNYX_FROM: '+15005550006',
      TELNYX_BASE_URL: url,
    }),
  },
};

const others = Object.keys(PROVIDERS).filter((name) => name !== 'twilio');
const started: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});

/** A provider that takes every message, and the bodies of what it was sent. */
async function startMock(
  answer: () => object,
): Promise<{ readonly baseUrl: string; readonly bodies: readonly string[] }> {
  const bodies: string[] = [];
  const mock = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200).end(JSON.stringify(answer()));
    });
  });
  mock.listen(0, '127.0.0.1');
  await once(mock, 'listening');
  started.push({
    async stop() {
      mock.closeAllConnections();
      await new Promise((resolve) => mock.close(resolve));
    },
  });
  return { baseUrl: `http://127.0.0.1:${String((mock.address() as AddressInfo).port)}`, bodies };
}

async function startHostWith(name: string, mock: { readonly baseUrl: string }) {
  const { variables } = PROVIDERS[name] as MockedProvider;
  const environment = { SMS_PROVIDER: name, ...variables(mock.baseUrl) };
  const host = await startHost('start', null, undefined, environment);
  started.push({ stop: () => host.signal('SIGTERM') });
  return { report: host.report, ...createDemoClient(host.report) };
}

/** Enrols a user by the code in the newest message. */
async function enrol(
  account: ReturnType<typeof createDemoClient>['account'],
  user: string,
  bodies: readonly string[],
): Promise<void> {
  const pending = await account(user, 'POST', '/mfa/sms');
  expect(pending).toMatchObject({ status: 201, body: { data: { status: 'pending' } } });
  const code = /(?:CustomCode=|(?=[0-9]{6}[+ ]is))([0-9]{6})/.exec(bodies.at(-1) ?? '')?.[1];
  const enrolled = await account(user, 'PUT', '/mfa/sms', { code });
  expect(enrolled).toMatchObject({ status: 200, body: { data: { methods: ['sms'] } } });
}

it.runIf(inject('tier') === 'full').each(others)(
  'with SMS_PROVIDER=%s the host enrols a person by a message of that provider',
  async (name) => {
    const mock = await startMock(() => (PROVIDERS[name] as MockedProvider).answer);
    const { account } = await startHostWith(name, mock);
    await enrol(account, 'ada', mock.bodies);
    expect(mock.bodies).toHaveLength(1);
  },
);

it('with SMS_PROVIDER=twilio it enrols a person by a message of Twilio, and takes what Twilio reports of it', async () => {
  let count = 0;
  const mock = await startMock(() => ({ sid: `SM${String((count += 1))}`, status: 'queued' }));
  const { report, account, customer } = await startHostWith('twilio', mock);
  for (const user of ['ada', 'cy']) await enrol(account, user, mock.bodies);
  const callback = `${report.base_url}/sms/receipts/twilio`;
  const asked = mock.bodies.map((body) => new URLSearchParams(body).get('StatusCallback'));
  expect(asked).toEqual([callback, callback]);

  /** Posts what Twilio's status callback is, signed with the account's token. */
  async function post(fields: Readonly<Record<string, string>>, token = 'token') {
    const form = { AccountSid: TWILIO.TWILIO_ACCOUNT_SID, ...fields };
    const sorted = Object.entries(form).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const signature = createHmac('sha1', token)
      .update(callback + sorted.flat().join(''))
      .digest('base64');
    const headers = { 'x-twilio-signature': signature };
    const body = new URLSearchParams(form);
    return (await fetch(callback, { method: 'POST', headers, body })).status;
  }
  const failed = { MessageStatus: 'undelivered', ErrorCode: '30003' };
  expect(await post({ MessageSid: 'SM1', MessageStatus: 'delivered' })).toBe(204);
  expect(await post({ MessageSid: 'SM1', ...failed })).toBe(204);
  expect(await post({ MessageSid: 'SM2', ...failed }, 'another token')).toBe(401);
  expect(await post({ MessageSid: 'SM2', ...failed })).toBe(204);

  const acme = report.tenants.find(({ tenant_id: tenantId }) => tenantId === 'acme');
  const key = acme?.management_key ?? '';
  const logs = await customer(key, 'GET', '/logs?type=factor.delivery_failed');
  expect(logs).toMatchObject({
    status: 200,
    body: {
      data: [
        {
          identity_id: acme?.users['cy']?.identity_id,
          factor: 'sms',
          actor: { type: 'system', id: 'twilio' },
          reason: 'unreachable',
        },
      ],
    },
  });
});
