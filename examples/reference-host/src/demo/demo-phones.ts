import type { Clock, SmsSender } from '@stepward/core';

/** A message as it lies on a phone. `at` is ISO 8601, by the demo's clock. */
export interface ReceivedSms {
  readonly to: string;
  readonly body: string;
  readonly at: string;
}

/** The phones of all users: a sender that keeps its messages to be read. */
export interface DemoPhones extends SmsSender {
  /** The messages to one number, or to all where it is null; newest first. */
  messages(to: string | null): readonly ReceivedSms[];
}

export function createDemoPhones(clock: Clock): DemoPhones {
  const received: ReceivedSms[] = [];
  return {
    send({ to, body }) {
      received.unshift({ to, body: body.reveal(), at: clock.now().toISOString() });
      return Promise.resolve({ status: 'accepted' });
    },
    messages: (to) => received.filter((sms) => to === null || sms.to === to),
  };
}
