import { createHmac } from 'node:crypto';
import type { SmsDeliveryReceipt } from '@stepward/core';
import { checkOptions, isText, optional, required } from '@stepward/core/adapter';
import { TWILIO_CODES } from '../provider/twilio-codes.js';
import { readStatus, type FailureTable, type StatusTable } from './read-status.js';
import { sameText, type ReceiptSource } from './receipt-source.js';

export interface TwilioSigned {
  /** Of the account that sent the message. */
  readonly authToken: string;
  /** The whole public address that Twilio called, with its query. */
  readonly url: string;
  /** The fields of the form; several values of one name as a list. */
  readonly params: Readonly<Record<string, string | readonly string[]>>;
  /** The header `X-Twilio-Signature`. */
  readonly signature: string;
}

/**
 * Checks Twilio's signature of a form (HMAC-SHA-1 of the address and the sorted fields). Twilio signs some addresses with
 * their port and some without it: either is accepted. It signs no time, so that a request can be sent again later.
 *
 * @example
 * const isGenuine = verifyTwilioSignature({
 *   authToken: '12345',
 *   url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
 *   params: {
 *     CallSid: 'CA1234567890ABCDE',
 *     Caller: '+12349013030',
 *     Digits: '1234',
 *     From: '+12349013030',
 *     To: '+18005551212',
 *   },
 *   signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
 * });
 */
export function verifyTwilioSignature({
  authToken,
  url,
  params,
  signature,
}: TwilioSigned): boolean {
  const fields = Object.keys(params)
    .sort()
    .flatMap((name) => [...new Set([params[name] ?? []].flat())].sort().map((each) => name + each));
  const signatureOf = (address: string): string =>
    createHmac('sha1', authToken)
      .update(address + fields.join(''))
      .digest('base64');
  return spellingsOf(url).some((address) => sameText(signatureOf(address), signature));
}

const ORIGIN = /^(https?):\/\/([^/?#:]+|\[[^\]]+\])(?::(\d+))?/i;

/** The address as it is, without its port, and with the one of its scheme. */
function spellingsOf(url: string): readonly string[] {
  const [origin, scheme = '', host = '', port] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return [url];
  const rest = url.slice(origin.length);
  const other = port === undefined ? (scheme.toLowerCase() === 'https' ? ':443' : ':80') : '';
  return [url, `${scheme}://${host}${other}${rest}`];
}

/** https://www.twilio.com/docs/messaging/api/message-resource: others, such as `queued` and `accepted`, are not final. */
const STATUSES: StatusTable = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
  canceled: 'failed',
};

const FAILURES: FailureTable = {
  ...TWILIO_CODES,
  30003: 'unreachable',
  30036: 'expired',
};

/** Reads the form of a status callback; an empty list where it tells nothing yet. */
export function readTwilioReceipts(form: URLSearchParams): readonly SmsDeliveryReceipt[] {
  const messageId = form.get('MessageSid');
  const report = { messageId, status: form.get('MessageStatus'), code: form.get('ErrorCode') };
  return readStatus(report, STATUSES, FAILURES);
}

export interface TwilioReceiptsOptions {
  /** Of the account, also where messages are sent with an API key. */
  readonly authToken: string;
  /** `AC…`: a receipt that names another account, or none, is refused. Not compared by default. */
  readonly accountSid?: string;
}

/**
 * The receipts of Twilio's Messages resource.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 * @example
 * const source = twilioReceipts({ authToken: 'a token of the account' });
 */
export function twilioReceipts(options: TwilioReceiptsOptions): ReceiptSource {
  checkOptions('twilioReceipts', options, {
    authToken: required('the auth token of the account', isText),
    accountSid: optional('the SID of an account, AC…', isText),
  });
  const { authToken, accountSid = null } = options;
  const isOwn = (account: string | null): boolean => accountSid === null || account === accountSid;
  return {
    signatureHeader: 'x-twilio-signature',
    receive({ url, header, body }) {
      const text = new TextDecoder().decode(body);
      if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return null;
      const form = new URLSearchParams(text);
      const params = valuesOf(form);
      const signature = header('x-twilio-signature') ?? '';
      const isGenuine = verifyTwilioSignature({ authToken, url, params, signature });
      return isGenuine && isOwn(form.get('AccountSid')) ? readTwilioReceipts(form) : null;
    },
  };
}

/** Fields of a form; Twilio sends about 20, and sorting those of a stranger takes time. */
const MAX_FIELDS = 100;

/** The values of each name. */
function valuesOf(form: URLSearchParams): Readonly<Record<string, readonly string[]>> {
  const values = new Map<string, string[]>();
  for (const [name, value] of form) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else known.push(value);
  }
  return Object.fromEntries(values);
}
