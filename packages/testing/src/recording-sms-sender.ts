import type { SmsReceipt, SmsSender } from '@stepward/core';

/** A message as the phone receives it. */
export interface RecordedSms {
  readonly tenantId: string;
  readonly to: string;
  readonly body: string;
}

/** What the recording sender does with messages. */
export type SmsBehaviour = SmsReceipt['status'] | 'throws' | 'hangs';

/** A sender that records messages, and can be told to fail as providers do. */
export interface RecordingSmsSender extends Required<SmsSender> {
  /** The accepted messages, oldest first. */
  readonly sent: readonly RecordedSms[];
  /** The numbers after their codes were typed in, oldest first. */
  readonly verified: readonly string[];
  /** How many messages it was given, accepted or not. */
  readonly attempts: number;
  /** Sets what happens to messages from now on. */
  behave(behaviour: SmsBehaviour): void;
  /** Returns the code in the newest message to a number; throws if there is none. */
  lastCode(to: string): string;
}

/** Creates a sender that accepts every message until `behave` says otherwise. */
export function createRecordingSmsSender(): RecordingSmsSender {
  const sent: RecordedSms[] = [];
  const verified: string[] = [];
  let attempts = 0;
  let behaviour: SmsBehaviour = 'accepted';

  return {
    sent,
    verified,
    get attempts() {
      return attempts;
    },
    behave(next) {
      behaviour = next;
    },
    lastCode(to) {
      const code = sent.findLast((sms) => sms.to === to)?.body.match(/[0-9]{6}/)?.[0];
      if (code === undefined) throw new Error('no code was sent to that number');
      return code;
    },
    send(message): Promise<SmsReceipt> {
      attempts += 1;
      switch (behaviour) {
        case 'accepted':
          sent.push({ tenantId: message.tenantId, to: message.to, body: message.body.reveal() });
          return Promise.resolve({ status: 'accepted' });
        case 'refused':
          return Promise.resolve({ status: 'refused', reason: 'unavailable' });
        case 'unknown':
          return Promise.resolve({ status: 'unknown', reason: 'told_to' });
        case 'throws':
          return Promise.reject(new Error('the provider is down'));
        case 'hangs':
          return new Promise(() => undefined);
      }
    },
    reportVerified({ to }) {
      verified.push(to);
      return Promise.resolve();
    },
  };
}
