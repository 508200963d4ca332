import { createConsoleSmsSender } from '@stepward/sms/console';
import { createInfobipSender } from '@stepward/sms/infobip';

const { INFOBIP_BASE_URL, INFOBIP_API_KEY = '', INFOBIP_FROM = '' } = process.env;

/** Prints messages until the account is configured. */
export const smsSender = INFOBIP_BASE_URL
  ? createInfobipSender({ baseUrl: INFOBIP_BASE_URL, apiKey: INFOBIP_API_KEY, from: INFOBIP_FROM })
  : createConsoleSmsSender();
