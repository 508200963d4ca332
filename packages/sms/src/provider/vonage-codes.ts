import type { RefusalCodes } from './answers.js';

/** https://developer.vonage.com/api-errors/messages: in the answer to a message, and in its status. */
export const VONAGE_CODES: RefusalCodes = {
  1000: 'rate_limited',
  1010: 'misconfigured',
  1020: 'misconfigured',
  1030: 'unavailable',
  1040: 'invalid_number', // an unknown prefix
  1050: 'blocked', // the number is barred
  1060: 'misconfigured', // the account is barred
  1070: 'misconfigured', // the quota is used up
  1100: 'unavailable', // not handed to the network
  1120: 'misconfigured', // a sender that is not allowed
  1170: 'invalid_number',
  1210: 'blocked', // taken for spam
  1230: 'unavailable',
  1240: 'unsubscribed',
  1241: 'rate_limited',
};
