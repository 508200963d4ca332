import { createConsoleSmsSender } from '@stepward/sms/console';
import { createTelnyxSender } from '@stepward/sms/telnyx';

const { TELNYX_API_KEY, TELNYX_FROM = '' } = process.env;

/** Prints messages until the account is configured. */
export const smsSender = TELNYX_API_KEY
  ? createTelnyxSender({ apiKey: TELNYX_API_KEY, from: TELNYX_FROM })
  : createConsoleSmsSender();
