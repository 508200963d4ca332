import type { RefusalCodes } from './answers.js';

/**
 * Names of a message's status, in the answer to a message and in its delivery report
 * (https://www.infobip.com/docs/essentials/api-essentials/response-status-and-error-codes).
 */
export const INFOBIP_CODES: RefusalCodes = {
  MISSING_TO: 'invalid_number',
  REJECTED_DESTINATION: 'invalid_number',
  REJECTED_INVALID_DESTINATION: 'invalid_number',
  REJECTED_PREFIX_MISSING: 'invalid_number',
  REJECTED_DESTINATION_BLOCKLISTED: 'blocked',
  REJECTED_NETWORK: 'blocked',
  REJECTED_ROUTE_NOT_AVAILABLE: 'blocked',
  REJECTED_DND: 'unsubscribed',
  REJECTED_FLOODING_FILTER: 'blocked', // too many to one number
  REJECTED_NOT_ENOUGH_CREDITS: 'misconfigured',
  REJECTED_SENDER: 'misconfigured',
  REJECTED_SOURCE: 'misconfigured',
  REJECTED_SYSTEM_ERROR: 'unavailable',
};
