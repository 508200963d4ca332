import { createKeyRing, createStepward, type Stepward, type Storage } from '@stepward/core';
import { createRecordingLogger, quickStretch } from '@stepward/testing';
import type { Process } from '../kernel/process.js';
import type { Phones } from './phones.js';

const KEYS = createKeyRing({ active: { id: 'simulated', secret: new Uint8Array(32).fill(7) } });

/** Stepward as one process of a host has it. */
export function hostStepward(
  process: Pick<Process, 'clock' | 'random'>,
  storage: Storage,
  smsSender: ReturnType<Phones['senderOf']> | null,
): Stepward {
  return createStepward({
    ...{ storage, codeKeys: KEYS, stretch: quickStretch },
    ...(smsSender !== null && { smsSender }),
    logger: createRecordingLogger(),
    clock: process.clock,
    random: process.random,
  });
}
