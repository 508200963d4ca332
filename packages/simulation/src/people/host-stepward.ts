import {
  createKeyRing,
  createStepward,
  type Logger,
  type Stepward,
  type Storage,
} from '@stepward/core';
import { quickStretch } from '@stepward/testing';
import type { Process } from '../kernel/process.js';
import type { Phones } from './phones.js';

const KEYS = createKeyRing({ active: { id: 'simulated', secret: new Uint8Array(32).fill(7) } });

export interface HostOptions {
  readonly process: Pick<Process, 'clock' | 'random'>;
  readonly storage: Storage;
  readonly logger: Logger;
  readonly smsSender: ReturnType<Phones['senderOf']> | null;
}

/** Stepward as one process of a host has it. */
export function hostStepward({ process, storage, logger, smsSender }: HostOptions): Stepward {
  return createStepward({
    ...{ storage, logger, codeKeys: KEYS, stretch: quickStretch },
    ...(smsSender !== null && { smsSender }),
    clock: process.clock,
    random: process.random,
  });
}
