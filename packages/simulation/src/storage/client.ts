import type { Clock } from '@stepward/core';
import type { Process } from '../kernel/process.js';

/** The process that uses a storage. */
export type Client = Pick<Process, 'call' | 'clock' | 'onDeath'>;

/** Returns a process of which each call has its effect at once, and which never dies. */
export function directClient(clock: Clock): Client {
  return { call: async (_label, effect) => effect(), clock, onDeath: () => undefined };
}
