import type { RefusalCodes } from './answers.js';

/** https://developers.telnyx.com/docs/messaging/messages/error-codes: in the answer to a message, and in its events. */
export const TELNYX_CODES: RefusalCodes = {
  10002: 'invalid_number',
  10011: 'rate_limited',
  10016: 'invalid_number',
  40001: 'invalid_number', // a landline
  40002: 'blocked',
  40003: 'blocked',
  40004: 'blocked',
  40006: 'unavailable',
  40011: 'rate_limited',
  40300: 'unsubscribed',
};
