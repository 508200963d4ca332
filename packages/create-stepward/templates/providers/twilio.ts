import { createConsoleSmsSender } from '@stepward/sms/console';
import { createTwilioSender } from '@stepward/sms/twilio';

const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN = '', TWILIO_FROM = '' } = process.env;

/** Prints messages until the account is configured. */
export const smsSender = TWILIO_ACCOUNT_SID
  ? createTwilioSender({
      accountSid: TWILIO_ACCOUNT_SID,
      authToken: TWILIO_AUTH_TOKEN,
      from: TWILIO_FROM,
    })
  : createConsoleSmsSender();
