import type { Process } from '../kernel/process.js';

/** The process that uses a storage. */
export type Client = Pick<Process, 'call' | 'clock' | 'onDeath'>;
