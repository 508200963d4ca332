/** The services over the storage in memory, for tests of what administrators and hosts do. */
import { inspect } from 'node:util';
import { systemCaller } from '../src/access/caller.js';
import type { LoggedEvent } from '../src/audit/audit-service.js';
import type { Logger } from '../src/ports/platform.js';
import { createKeyRing } from '../src/shared/keys/key-ring.js';
import { createStepward, type Stepward, type StepwardOptions } from '../src/stepward.js';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  createSeededRandom,
  quickStretch,
  type FixedClock,
} from '@stepward/testing';

export const TENANT = 'acme';
export const ORG = 'org-1';
export const MANAGER = systemCaller(TENANT, 'test');
export const FIRST_PAGE = { limit: 100, position: null };

export interface ManagementHost extends Stepward {
  readonly clock: FixedClock;
  /** Every line logged, with all that an inspection shows. */
  readonly lines: readonly string[];
  /** The tenant's audit log, newest first. */
  logged(): Promise<readonly LoggedEvent[]>;
}

/** Tenant `acme`, not configured, with one organisation. */
export async function createManagementHost(
  options: Partial<StepwardOptions> = {},
): Promise<ManagementHost> {
  const clock = createFixedClock();
  const lines: string[] = [];
  const stepward = createStepward({
    storage: createMemoryStorage(),
    codeKeys: createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(7) } }),
    smsSender: createRecordingSmsSender(),
    random: createSeededRandom(),
    stretch: quickStretch,
    logger: recordingLogger(lines),
    clock,
    ...options,
  });
  await stepward.organisations.put(TENANT, ORG);
  const everything = { type: null, since: null, until: null };
  return {
    ...stepward,
    clock,
    lines,
    async logged() {
      return (await stepward.audit.list(TENANT, everything, FIRST_PAGE)).items;
    },
  };
}

function recordingLogger(lines: string[]): Logger {
  const record = (fields: object, message: string): void => {
    lines.push(`${message} ${inspect(fields, { depth: null, showHidden: true })}`);
  };
  return { debug: record, info: record, warn: record, error: record };
}
