import type { SmsReceipt, SmsSender } from '../ports/sms-sender.js';

/** A message as the phone shows it. */
export interface RecordedSms {
  readonly tenantId: string;
  readonly to: string;
  readonly body: string;
}

/** How the recording sender treats messages until told otherwise. */
export type SmsBehaviour = SmsReceipt['status'] | 'throws' | 'hangs';

/** A sender that keeps what it "sent", and can be told to fail the ways providers fail. */
export interface RecordingSmsSender extends SmsSender {
  /** The accepted messages, oldest first. */
  readonly sent: readonly RecordedSms[];
  /** How many messages were handed over, accepted or not. */
  readonly attempts: number;
  /** From now on. */
  behave(behaviour: SmsBehaviour): void;
  /** The code in the newest message to a number; throws where there is none. */
  lastCode(to: string): string;
}

/** Accepts everything at first. */
export function createRecordingSmsSender(): RecordingSmsSender {
  const sent: RecordedSms[] = [];
  let attempts = 0;
  let behaviour: SmsBehaviour = 'accepted';

  return {
    sent,
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
    send(message) {
      attempts += 1;
      switch (behaviour) {
        case 'accepted':
          sent.push({ tenantId: message.tenantId, to: message.to, body: message.body.reveal() });
          return Promise.resolve({ status: 'accepted' });
        case 'refused':
        case 'unknown':
          return Promise.resolve({ status: behaviour, reason: 'told_to' });
        case 'throws':
          return Promise.reject(new Error('the provider is down'));
        case 'hangs':
          return new Promise(() => undefined);
      }
    },
  };
}
