import type { SmsReceipt, SmsSender } from '@stepward/core';
import type { Process } from '../kernel/process.js';
import type { Simulation } from '../kernel/simulation.js';
import { keyOf, PEOPLE, type Person } from './people.js';
import type { SendLedgers } from './watch-decisions.js';

/** A message as the phone shows it. */
export interface Message {
  readonly to: string;
  readonly code: string;
  /** The true time, in milliseconds since 1970. */
  readonly at: number;
}

/** The phones of all people, and the provider of messages. */
export interface Phones {
  /** The provider as one process reaches it. */
  senderOf(process: Process): SmsSender;
  /** The messages to a person, oldest first. */
  messagesTo(person: Person): readonly Message[];
}

/** Sends to one person that are counted at most, within 24 hours. */
const SENDS_PER_DAY = 10;

const DAY_MS = 86_400_000;

export function createPhones({ now, violate }: Simulation, ledgers: SendLedgers): Phones {
  const inboxes = new Map<string, Message[]>();

  /** Each message was counted before it is sent, and no more are sent than may be. */
  function check(person: Person, inbox: readonly Message[]): void {
    const key = keyOf(person);
    const sent = inbox.filter(({ at }) => now() - at < DAY_MS).length;
    const counted = ledgers.countedOf(key).length;
    if (sent > counted)
      violate(`${key} was sent ${String(sent)} messages, ${String(counted)} are counted`);
    if (sent > SENDS_PER_DAY) violate(`${key} was sent ${String(sent)} messages in a day`);
  }

  return {
    senderOf: (process) => ({
      send: (message) => {
        const { tenantId, to } = message;
        return process.call('sms', (): SmsReceipt => {
          const draw = process.random.integer(12);
          if (draw === 0) return { status: 'refused', reason: 'unavailable' };
          const person = PEOPLE.find(({ numbers }) => (numbers as readonly string[]).includes(to));
          if (person?.tenantId !== tenantId) violate(`${tenantId} sent a message to ${to}`);
          if (person === undefined) return { status: 'refused', reason: 'invalid_number' };
          const inbox = inboxes.get(keyOf(person)) ?? [];
          inbox.push({ to, code: message.code.reveal(), at: now() });
          inboxes.set(keyOf(person), inbox);
          check(person, inbox);
          return draw === 1 ? { status: 'unknown', reason: 'reset' } : { status: 'accepted' };
        });
      },
    }),
    messagesTo: (person) => inboxes.get(keyOf(person)) ?? [],
  };
}
