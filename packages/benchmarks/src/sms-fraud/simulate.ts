import { createKeyRing } from '@stepward/core';
import {
  countedKeys,
  countSent,
  countVerified,
  counterQueries,
  decideSend,
  DEFAULT_FRAUD_LIMITS,
  enrolledCounters,
  watchedCounters,
  type DEFAULT_FRAUD_GUARD,
} from '@stepward/core/factors';
import { createCounterTable, type CounterTable } from './counter-table.js';

type SendTraits = Parameters<typeof watchedCounters>[2];

/** A message that is asked for. */
export interface AskedSend extends Omit<SendTraits, 'numberType'> {
  readonly tenantId: string;
  /** Milliseconds after the beginning of the day. */
  readonly at: number;
  readonly by: 'honest' | 'attacker';
  /** Whether it goes to the number of an enrolled factor. */
  readonly isEnrolled?: boolean;
  /** How long after it the code is typed in; null for never. */
  readonly typedAfterMs: number | null;
}

/** What a day is like. */
export interface Scenario {
  readonly name: string;
  /** How many messages a tenant has verified, to one country, on each of the 14 days before. */
  readonly usual: { readonly country: string; readonly verified: number };
  readonly sends: readonly AskedSend[];
}

/** `off`, `monitor` and `enforce` are for all rules. */
export type SimulatedMode = 'off' | 'monitor' | 'enforce';

/** The result of a day. */
export interface Outcome {
  readonly attackerAsked: number;
  readonly attackerGot: number;
  readonly honestAsked: number;
  readonly honestRefused: number;
  readonly blocks: number;
  /** The messages that the attacker had got by the end of each hour. */
  readonly attackerGotByHour: readonly number[];
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** The beginning of the day. */
const START = Date.parse('2026-03-02T00:00:00.000Z');
const KEYS = createKeyRing({ active: { id: 'simulation', secret: new Uint8Array(32).fill(7) } });

/** Runs a day through the guard, in memory, with the default limits. It gives the same figures each time. */
export function simulate({ usual, sends }: Scenario, mode: SimulatedMode): Outcome {
  const tables = new Map<string, CounterTable>();
  const tableOf = (tenantId: string): CounterTable => {
    const table = tables.get(tenantId) ?? tableWith(usual);
    tables.set(tenantId, table);
    return table;
  };
  const fraudGuard: typeof DEFAULT_FRAUD_GUARD = {
    country: mode,
    prefix: mode,
    address: mode,
    network: mode,
  };
  const got: AskedSend[] = [];
  const typed: { readonly at: number; readonly count: () => void }[] = [];
  let honestRefused = 0;
  let blocks = 0;

  for (const send of sends.toSorted((a, b) => a.at - b.at)) {
    while (typed[0] !== undefined && typed[0].at <= send.at) typed.shift()?.count();
    const { tenantId, country } = send;
    const table = tableOf(tenantId);
    const now = new Date(START + send.at);
    const watchedBy = send.isEnrolled === true ? enrolledCounters : watchedCounters;
    const watched = watchedBy(KEYS, tenantId, { ...send, numberType: 'mobile' });
    const counters = table.read(counterQueries(watched, now));
    const context = { fraudGuard, countryModes: {} };
    const number = { country, watched };
    const decided = decideSend(counters, DEFAULT_FRAUD_LIMITS, number, context, now);
    const { refused, counted, begins, takenBack } = decided;
    blocks += begins.length;
    const sent = refused === null ? countSent(counted) : [];
    table.change({ add: [...sent, ...takenBack], blocks: begins });
    if (refused !== null) {
      honestRefused += send.by === 'honest' ? 1 : 0;
      continue;
    }
    got.push(send);
    if (send.typedAfterMs === null) continue;
    const count = (): void => {
      table.change({ add: countVerified(counted), blocks: [] });
    };
    typed.push({ at: send.at + send.typedAfterMs, count });
    typed.sort((a, b) => a.at - b.at);
  }

  const attackers = got.filter(({ by }) => by === 'attacker');
  const askedBy = (by: AskedSend['by']): number => sends.filter((send) => send.by === by).length;
  return {
    attackerAsked: askedBy('attacker'),
    attackerGot: attackers.length,
    honestAsked: askedBy('honest'),
    honestRefused,
    blocks,
    attackerGotByHour: Array.from(
      { length: 24 },
      (_, hour) => attackers.filter(({ at }) => at < (hour + 1) * HOUR_MS).length,
    ),
  };
}

/** A tenant that has verified as many messages on each of the 14 days before. */
function tableWith({ country, verified }: Scenario['usual']): CounterTable {
  const table = createCounterTable();
  const traits = { phone: '+440000000000', country, numberType: 'mobile', clientAddress: null };
  const watched = watchedCounters(KEYS, '', traits as SendTraits);
  for (let day = 1; day <= 14; day += 1) {
    const keys = countedKeys(watched, new Date(START - day * DAY_MS));
    const add = keys.map((key) => ({ ...key, sent: verified, verified }));
    table.change({ add, blocks: [] });
  }
  return table;
}
