import type { RefusalCodes } from './answers.js';

/**
 * https://www.twilio.com/docs/api/errors: of Messages, in the answer to a message and in its status callback; and of Verify
 * from 60000 on.
 */
export const TWILIO_CODES: RefusalCodes = {
  14107: 'blocked', // too many to one number
  20429: 'rate_limited',
  21211: 'invalid_number',
  21214: 'invalid_number',
  21217: 'invalid_number',
  21408: 'blocked', // geographic permissions
  21610: 'unsubscribed',
  21611: 'rate_limited',
  21612: 'blocked', // no route from this sender
  21614: 'invalid_number',
  21635: 'invalid_number', // a landline
  30001: 'rate_limited', // the queue overflowed
  30002: 'misconfigured', // the account is suspended
  30004: 'blocked',
  30005: 'invalid_number',
  30006: 'invalid_number', // a landline
  30007: 'blocked', // filtered by its content
  30010: 'misconfigured', // dearer than the price allowed
  30022: 'rate_limited',
  30023: 'rate_limited',
  30034: 'misconfigured', // a sender that is not registered
  30450: 'blocked', // pumping protection
  60202: 'blocked', // too many guesses for one number
  60203: 'blocked', // too many to one number
  60205: 'invalid_number', // a landline
  60212: 'blocked', // too many at once to one number
  60410: 'blocked', // Fraud Guard: a prefix, for 12 hours
  60605: 'blocked', // geographic permissions
};
