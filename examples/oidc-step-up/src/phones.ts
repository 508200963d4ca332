import type { SmsMessage, SmsSender } from '@stepward/core';

/** The phones of the example: every message is kept, and shown on a page. */
export interface Phones {
  readonly sender: SmsSender;
  /** The messages, latest first. */
  messages(): readonly { readonly to: string; readonly text: string }[];
  /** The code of the latest message to a number. */
  lastCode(number: string): string;
}

export function createPhones(): Phones {
  const sent: SmsMessage[] = [];
  return {
    sender: {
      send(message) {
        sent.unshift(message);
        return Promise.resolve({ status: 'accepted' });
      },
    },
    messages: () => sent.map(({ to, body }) => ({ to, text: body.reveal() })),
    lastCode(number) {
      const message = sent.find(({ to }) => to === number);
      if (message === undefined) throw new Error('no message was sent to this number');
      return message.code.reveal();
    },
  };
}
