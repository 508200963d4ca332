import type { SmsSender } from '@stepward/core';
import { createAwsSender } from '@stepward/sms/aws';
import { createConsoleSmsSender } from '@stepward/sms/console';
import { createInfobipSender } from '@stepward/sms/infobip';
import {
  awsReceipts,
  infobipReceipts,
  telnyxReceipts,
  twilioReceipts,
  vonageReceipts,
  type ReceiptSource,
} from '@stepward/sms/receipts';
import { createTelnyxSender } from '@stepward/sms/telnyx';
import { createTwilioSender } from '@stepward/sms/twilio';
import { createTwilioVerifySender } from '@stepward/sms/twilio-verify';
import { createVonageSender } from '@stepward/sms/vonage';

/** Sends real messages, and checks what their provider reports of them. */
export interface SmsProvider {
  readonly name: string;
  readonly sender: SmsSender;
  /** Null where its variables are not set, or where it could not reach this host. */
  readonly receipts: ReceiptSource | null;
}

/** A factory, and the variable of each of its options. */
interface Factory<Made> {
  readonly variables: Readonly<Record<string, string>>;
  readonly create: (options: never) => Made;
}

/** What makes the sender of a provider, and what checks its receipts where it has any. */
interface Provider extends Factory<SmsSender> {
  readonly receipts?: Factory<ReceiptSource>;
}

const TWILIO = {
  accountSid: 'TWILIO_ACCOUNT_SID',
  authToken: 'TWILIO_AUTH_TOKEN',
  baseUrl: 'TWILIO_BASE_URL',
};

/** `docs/sms-providers.md` lists them. */
const PROVIDERS: Readonly<Record<string, Provider>> = {
  console: { variables: {}, create: createConsoleSmsSender },
  twilio: {
    variables: {
      ...TWILIO,
      from: 'TWILIO_FROM',
      messagingServiceSid: 'TWILIO_MESSAGING_SERVICE_SID',
    },
    create: createTwilioSender,
    receipts: {
      variables: { authToken: 'TWILIO_AUTH_TOKEN', accountSid: 'TWILIO_ACCOUNT_SID' },
      create: twilioReceipts,
    },
  },
  'twilio-verify': {
    variables: { ...TWILIO, serviceSid: 'TWILIO_VERIFY_SERVICE_SID' },
    create: createTwilioVerifySender,
  },
  vonage: {
    variables: {
      applicationId: 'VONAGE_APPLICATION_ID',
      privateKey: 'VONAGE_PRIVATE_KEY',
      from: 'VONAGE_FROM',
      baseUrl: 'VONAGE_BASE_URL',
    },
    create: createVonageSender,
    receipts: {
      variables: { signatureSecret: 'VONAGE_SIGNATURE_SECRET' },
      create: vonageReceipts,
    },
  },
  aws: {
    variables: {
      region: 'AWS_REGION',
      accessKeyId: 'AWS_ACCESS_KEY_ID',
      secretAccessKey: 'AWS_SECRET_ACCESS_KEY',
      sessionToken: 'AWS_SESSION_TOKEN',
      originationIdentity: 'AWS_FROM',
      baseUrl: 'AWS_BASE_URL',
    },
    create: ({ accessKeyId, secretAccessKey, sessionToken, ...options }: AwsVariables) =>
      createAwsSender({
        ...options,
        credentials: {
          accessKeyId,
          secretAccessKey,
          ...(sessionToken === undefined ? {} : { sessionToken }),
        },
      }),
    receipts: { variables: { topicArn: 'AWS_RECEIPTS_TOPIC_ARN' }, create: awsReceipts },
  },
  infobip: {
    variables: {
      baseUrl: 'INFOBIP_BASE_URL',
      apiKey: 'INFOBIP_API_KEY',
      from: 'INFOBIP_FROM',
      receiptsSecret: 'INFOBIP_RECEIPTS_SECRET',
    },
    create: createInfobipSender,
    receipts: { variables: { secret: 'INFOBIP_RECEIPTS_SECRET' }, create: infobipReceipts },
  },
  telnyx: {
    variables: {
      apiKey: 'TELNYX_API_KEY',
      from: 'TELNYX_FROM',
      messagingProfileId: 'TELNYX_MESSAGING_PROFILE_ID',
      baseUrl: 'TELNYX_BASE_URL',
    },
    create: createTelnyxSender,
    receipts: { variables: { publicKey: 'TELNYX_PUBLIC_KEY' }, create: telnyxReceipts },
  },
};

interface AwsVariables {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/**
 * Returns the provider that `SMS_PROVIDER` names; null where it is not set, so that messages go to the demo's phones. Without
 * `PUBLIC_URL`, only a provider on this machine can report deliveries: others refuse a message with a loopback address.
 *
 * @throws TypeError that names the variable that is missing or wrong.
 */
export function readSmsProvider(environment: NodeJS.ProcessEnv): SmsProvider | null {
  const name = environment['SMS_PROVIDER'] ?? '';
  if (name === '') return null;
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (provider === undefined) {
    throw new TypeError(`SMS_PROVIDER must be one of ${Object.keys(PROVIDERS).join(', ')}`);
  }
  const sender = make(provider, environment);
  const baseUrl = environment[provider.variables['baseUrl'] ?? ''] ?? '';
  const isReached = (environment['PUBLIC_URL'] ?? '') !== '' || LOOPBACK.test(baseUrl);
  const { receipts } = provider;
  const isConfigured =
    receipts !== undefined &&
    Object.values(receipts.variables).every((variable) => (environment[variable] ?? '') !== '');
  return { name, sender, receipts: isReached && isConfigured ? make(receipts, environment) : null };
}

const LOOPBACK = /^http:\/\/(?:localhost|127\.|\[::1\])/;

function make<Made>(factory: Factory<Made>, environment: NodeJS.ProcessEnv): Made {
  const options = Object.entries(factory.variables).flatMap(([option, variable]) => {
    const value = environment[variable] ?? '';
    // The lines of a PEM file may come as one.
    return value === '' ? [] : [[option, value.replaceAll('\\n', '\n')]];
  });
  try {
    return factory.create(Object.fromEntries(options) as never);
  } catch (error) {
    throw new TypeError(inVariables(error, factory));
  }
}

/** What is wrong with an option, by the names of the variables. */
function inVariables(error: unknown, { variables }: Factory<unknown>): string {
  const message = error instanceof Error ? error.message.replace(/^\w+: /, '') : String(error);
  return message.replaceAll(/^\w+|\b[a-z]+[A-Z]\w*/g, (word) => {
    if (word === 'credentials') return 'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
    return Object.hasOwn(variables, word) ? (variables[word] ?? word) : word;
  });
}
