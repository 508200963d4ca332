import { verify, X509Certificate } from 'node:crypto';
import { parseUrl } from '@stepward/core/adapter';
import { at, lookUp } from '../provider/unchecked.js';

/** A message that Amazon SNS posts, parsed and not yet checked. */
export interface SnsSigned {
  readonly message: unknown;
  /** The certificate at the message's `SigningCertURL`, as PEM. */
  readonly certificate: string;
  readonly now: Date;
}

/** What a message about a subscription is signed over, in this order. */
const SUBSCRIPTION = 'Message MessageId SubscribeURL Timestamp Token TopicArn Type'.split(' ');

/** The same by the type of the message; a `Subject` only where there is one. */
const SIGNED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: SUBSCRIPTION,
  UnsubscribeConfirmation: SUBSCRIPTION,
};

/**
 * Checks the signature of an Amazon SNS message, version 2 (SHA-256); version 1 (SHA-1) is refused. The certificate must be valid
 * now. Its chain is not checked: what makes it AWS's is that it was loaded over https from an address that `isSnsUrl` accepts.
 *
 * @example
 * const isGenuine = verifySnsSignature({
 *   message: { Type: 'Notification', SignatureVersion: '2', Signature: 'AAAA' },
 *   certificate: 'the PEM at SigningCertURL',
 *   now: new Date(),
 * });
 */
export function verifySnsSignature({ message, certificate, now }: SnsSigned): boolean {
  const fields = lookUp(SIGNED_FIELDS, at(message, 'Type'));
  const signature = at(message, 'Signature');
  if (fields === undefined || typeof signature !== 'string') return false;
  if (at(message, 'SignatureVersion') !== '2') return false;
  const signed = fields
    .filter((field) => field !== 'Subject' || typeof at(message, field) === 'string')
    .map((field) => `${field}\n${String(at(message, field))}\n`)
    .join('');
  try {
    const { validFrom, validTo, publicKey } = new X509Certificate(certificate);
    // Node 20 has the dates of a certificate as texts alone.
    if (now < new Date(validFrom) || now > new Date(validTo)) return false;
    return verify('RSA-SHA256', Buffer.from(signed), publicKey, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

const SNS_HOST = /^sns\.([a-z0-9-]{3,32})\.amazonaws\.com(?:\.cn)?$/;

/** Whether an address is Amazon SNS's own in that region: https, its host and nothing but a path and a query. */
export function isSnsUrl(url: unknown, region: string): url is string {
  const parsed = typeof url === 'string' ? parseUrl(url) : null;
  if (parsed === null) return false;
  const { protocol, username, password, port, hostname } = parsed;
  const isPlain = username === '' && password === '' && port === '';
  return protocol === 'https:' && isPlain && SNS_HOST.exec(hostname)?.[1] === region;
}
