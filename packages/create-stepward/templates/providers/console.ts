import { createConsoleSmsSender } from '@stepward/sms/console';

/** Prints messages. */
export const smsSender = createConsoleSmsSender();
