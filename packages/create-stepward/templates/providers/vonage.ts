import { createConsoleSmsSender } from '@stepward/sms/console';
import { createVonageSender } from '@stepward/sms/vonage';

const { VONAGE_APPLICATION_ID, VONAGE_PRIVATE_KEY = '', VONAGE_FROM = '' } = process.env;

/** Prints messages until the account is configured. */
export const smsSender = VONAGE_APPLICATION_ID
  ? createVonageSender({
      applicationId: VONAGE_APPLICATION_ID,
      privateKey: VONAGE_PRIVATE_KEY,
      from: VONAGE_FROM,
    })
  : createConsoleSmsSender();
