import { generateKeyPairSync } from 'node:crypto';
import type { SmsSender } from '@stepward/core';
import { createAwsSender } from '../src/aws.js';
import { createHttpSmsSender } from '../src/http.js';
import { createInfobipSender } from '../src/infobip.js';
import { createTelnyxSender } from '../src/telnyx.js';
import { createTwilioSender } from '../src/twilio.js';
import { createTwilioVerifySender } from '../src/twilio-verify.js';
import { createVonageSender } from '../src/vonage.js';
import type { FaultOutcome } from './fault-table.js';

export const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export const SECRETS = {
  twilio: 'twilio-auth-token',
  aws: 'aws-secret-access-key',
  infobip: 'infobip-api-key',
  telnyx: 'telnyx-api-key',
} as const;

const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: SECRETS.twilio };
const clock = { now: () => new Date('2026-11-22T12:00:00.000Z'), timeout: AbortSignal.timeout };

/** What the tests of all providers need to know of one. */
interface TestedProvider {
  /** A sender to a mock. */
  readonly create: (baseUrl: string) => SmsSender;
  /** The `Authorization` header of a request; null where it is signed, which tests of its own show. */
  readonly authorization: string | null;
  /** The form of its own description, `descriptions/<name>.json`; null for none. */
  readonly description: 'OpenAPI' | 'AWS API model' | 'JSON Schema' | null;
  /** Whether a message carries the address for its receipts. */
  readonly asksForReceipts: boolean;
  /** What it answers to a message that it takes: status, body, and its id of the message. */
  readonly accepted: readonly [status: number, answer: object, messageId: string];
  /** An answer of a success that reports an error, and what that means. */
  readonly errorInside: readonly [answer: object, outcome: FaultOutcome];
}

const twilioAuthorization = `Basic ${btoa(`${account.accountSid}:${SECRETS.twilio}`)}`;

/** Every provider. */
export const PROVIDERS = {
  twilio: {
    create: (baseUrl: string) => createTwilioSender({ ...account, from: '+15005550006', baseUrl }),
    authorization: twilioAuthorization,
    description: 'OpenAPI',
    asksForReceipts: true,
    accepted: [201, { sid: 'SM1', status: 'queued', error_code: null }, 'SM1'],
    errorInside: [{ sid: 'SM1', status: 'failed', error_code: 30_450 }, 'refused: blocked'],
  },
  'twilio-verify': {
    create: (baseUrl: string) =>
      createTwilioVerifySender({ ...account, serviceSid: `VA${'0'.repeat(32)}`, baseUrl }),
    authorization: twilioAuthorization,
    description: 'OpenAPI',
    asksForReceipts: false,
    accepted: [201, { sid: 'VE1', status: 'pending' }, 'VE1'],
    errorInside: [{ sid: 'VE1', status: 'canceled', error_code: 60_410 }, 'refused: blocked'],
  },
  vonage: {
    create: (baseUrl: string) =>
      createVonageSender({
        applicationId: '78d335fa-323d-0114-9c3d-d6f0d48968cf',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        from: 'Acme',
        clock,
        baseUrl,
      }),
    authorization: null,
    description: 'JSON Schema',
    asksForReceipts: true,
    accepted: [202, { message_uuid: 'uuid-1' }, 'uuid-1'],
    errorInside: [
      { type: 'https://developer.vonage.com/api-errors/messages#1000', title: 'Throttled' },
      'unknown: unreadable_answer',
    ],
  },
  aws: {
    create: (baseUrl: string) =>
      createAwsSender({
        region: 'eu-central-1',
        credentials: { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: SECRETS.aws },
        originationIdentity: 'Acme',
        clock,
        baseUrl,
      }),
    authorization: null,
    description: 'AWS API model',
    asksForReceipts: false,
    accepted: [200, { MessageId: 'aws-1' }, 'aws-1'],
    errorInside: [
      { __type: 'ThrottlingException', Message: 'Rate exceeded' },
      'unknown: unreadable_answer',
    ],
  },
  infobip: {
    create: (baseUrl: string) =>
      createInfobipSender({
        baseUrl,
        apiKey: SECRETS.infobip,
        from: 'Acme',
        receiptsSecret: 'a secret that the test made up, long',
      }),
    authorization: `App ${SECRETS.infobip}`,
    description: 'JSON Schema',
    asksForReceipts: true,
    accepted: [200, { messages: [{ messageId: 'ib-1', status: { groupId: 1 } }] }, 'ib-1'],
    errorInside: [
      {
        messages: [
          { messageId: 'm1', status: { groupId: 5, name: 'REJECTED_NOT_ENOUGH_CREDITS' } },
        ],
      },
      'refused: misconfigured',
    ],
  },
  telnyx: {
    create: (baseUrl: string) =>
      createTelnyxSender({ apiKey: SECRETS.telnyx, from: '+15005550006', baseUrl }),
    authorization: `Bearer ${SECRETS.telnyx}`,
    description: 'JSON Schema',
    asksForReceipts: true,
    accepted: [200, { data: { id: 'tx-1', to: [{ status: 'queued' }] } }, 'tx-1'],
    errorInside: [
      { errors: [{ code: '10007', title: 'Unexpected error' }] },
      'unknown: unreadable_answer',
    ],
  },
  http: {
    create: (baseUrl: string) =>
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
    authorization: null,
    description: null,
    asksForReceipts: false,
    accepted: [202, { id: 'any-1' }, 'any-1'],
    errorInside: [{ error: 'no' }, 'unknown: unreadable_answer'],
  },
} as const satisfies Record<string, TestedProvider>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];
