import { createConsoleSmsSender } from '@stepward/sms/console';
import { createAwsSender } from '@stepward/sms/aws';

const { AWS_REGION, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;

/** Prints messages until the account is configured. */
export const smsSender = AWS_REGION
  ? createAwsSender({
      region: AWS_REGION,
      credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
    })
  : createConsoleSmsSender();
