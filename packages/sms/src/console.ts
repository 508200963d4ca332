import type { SmsSender } from '@stepward/core';
import { checkOptions, isFunction, optional } from '@stepward/core/adapter';
import { maskPhone } from '@stepward/core/factors';

export interface ConsoleSmsSenderOptions {
  /** Gets each message as a line with its line feed; `process.stdout.write` by default. */
  readonly write?: (line: string) => void;
}

/**
 * A sender for development: it prints each message, code and all, and sends nothing. The number is
 * masked, the text is not, so never use it where logs are kept.
 *
 * @throws TypeError that names the option that is wrong or unknown.
 */
export function createConsoleSmsSender(options: ConsoleSmsSenderOptions = {}): SmsSender {
  checkOptions('createConsoleSmsSender', options, { write: optional('a function', isFunction) });
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  return {
    send(message) {
      write(`SMS to ${maskPhone(message.to)}: ${message.body.reveal()}\n`);
      return Promise.resolve({ status: 'accepted' });
    },
  };
}
