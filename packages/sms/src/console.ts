import type { SmsSender } from '@stepward/core';
import { maskPhone } from '@stepward/core';

/** Where the messages are printed; `process.stdout` by default. */
export interface ConsoleSmsSenderOptions {
  readonly write?: (line: string) => void;
}

/**
 * A sender for development: it prints each message, code and all, and sends nothing. The number is
 * masked, the text is not, so never use it where logs are kept.
 */
export function createConsoleSmsSender(options: ConsoleSmsSenderOptions = {}): SmsSender {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  return {
    send(message) {
      write(`SMS to ${maskPhone(message.to)}: ${message.body.reveal()}\n`);
      return Promise.resolve({ status: 'accepted' });
    },
  };
}
