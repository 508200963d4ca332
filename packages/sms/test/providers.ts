import { generateKeyPairSync } from 'node:crypto';
import type { SmsSender } from '@stepward/core';
import { createAwsSender } from '../src/aws.js';
import { createHttpSmsSender } from '../src/http.js';
import { createInfobipSender } from '../src/infobip.js';
import { createTelnyxSender } from '../src/telnyx.js';
import { createTwilioSender } from '../src/twilio.js';
import { createTwilioVerifySender } from '../src/twilio-verify.js';
import { createVonageSender } from '../src/vonage.js';

export const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export const SECRETS = {
  twilio: 'twilio-auth-token',
  aws: 'aws-secret-access-key',
  infobip: 'infobip-api-key',
  telnyx: 'telnyx-api-key',
} as const;

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: SECRETS.twilio };
const clock = { now: () => new Date('2026-11-22T12:00:00.000Z'), timeout: AbortSignal.timeout };

/** Every provider, as a sender to a mock. */
export const PROVIDERS = {
  twilio: (baseUrl: string) => createTwilioSender({ ...account, from: '+15005550006', baseUrl }),
  'twilio-verify': (baseUrl: string) =>
    createTwilioVerifySender({ ...account, serviceSid: `VA${'0'.repeat(32)}`, baseUrl }),
  vonage: (baseUrl: string) =>
    createVonageSender({
      applicationId: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
      privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      from: 'Acme',
      clock,
      baseUrl,
    }),
  aws: (baseUrl: string) =>
    createAwsSender({
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRETS.aws },
      originationIdentity: 'Acme',
      clock,
      baseUrl,
    }),
  infobip: (baseUrl: string) =>
    createInfobipSender({
      baseUrl,
      apiKey: SECRETS.infobip,
      from: 'Acme',
      receiptsSecret: 'a secret that the test made up, long',
    }),
  telnyx: (baseUrl: string) =>
    createTelnyxSender({ apiKey: SECRETS.telnyx, from: '+15005550006', baseUrl }),
  http: (baseUrl: string) =>
    createHttpSmsSender({
      request: ({ to, body }) => ({
        url: `${baseUrl}/messages`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to, text: body.reveal() }),
      }),
      read: ({ json }) => {
        const { id } = (json ?? {}) as { readonly id?: string };
        return id === undefined ? null : { status: 'accepted', messageId: id };
      },
    }),
} satisfies Record<string, (baseUrl: string) => SmsSender>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];
