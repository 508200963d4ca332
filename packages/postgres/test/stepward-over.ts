import {
  createKeyRing,
  createStepward,
  type Identity,
  type PhoneNumber,
  type Storage,
  type Stepward,
} from '@stepward/core';
import {
  createFixedClock,
  createRecordingSmsSender,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';

/** The services over a storage, with everything else in the hands of the test. */
export interface StepwardUnderTest extends Stepward {
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
}

export function stepwardOver(storage: Storage): StepwardUnderTest {
  const options = stepwardOptionsOver(storage);
  return { ...createStepward(options), clock: options.clock, sms: options.smsSender };
}

/** What {@link stepwardOver} is made of. */
export function stepwardOptionsOver(storage: Storage) {
  const codeKeys = createKeyRing({ active: { id: 'k1', secret: new Uint8Array(32).fill(1) } });
  const keys = createKeyRing({ active: { id: 'w1', secret: new Uint8Array(32).fill(2) } });
  const webhooks = { keys, targets: { check: async () => 'allowed' as const } };
  const clock = createFixedClock();
  return { storage, clock, smsSender: createRecordingSmsSender(), codeKeys, webhooks };
}

/** An active identity with a verified phone number. */
export function person(identityId: string, number = '+14155552671'): Identity {
  return {
    identityId,
    state: 'active',
    phone: { number: number as PhoneNumber, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}
