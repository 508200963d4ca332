import {
  type AccountCaller,
  createKeyRing,
  createStepward,
  type EventDefinitions,
  type HostTransaction,
  type Identity,
  type IdentityDirectory,
  type IdentityDirectoryFactory,
  type NoHostEvents,
  type PhoneNumber,
  type Stepward,
  type StepwardOptions,
  systemCaller,
  type TenantChange,
} from '@stepward/core';
import { type StoredEvent, verifiedPhone } from '@stepward/core/adapter';
import { createFixedClock, type FixedClock } from './fixed-clock.js';
import { createMemoryStorage, type MemoryStorage } from './memory-storage.js';
import { createRecordingLogger, type LogLine } from './recording-logger.js';
import { createRecordingSmsSender, type RecordingSmsSender } from './recording-sms-sender.js';
import { quickStretch } from './quick-stretch.js';
import { createSeededRandom } from './seeded-random.js';

/** The options of `createStepward`, none of which is required, and what else a test may set. */
export interface TestStepwardOptions<
  Events extends EventDefinitions = NoHostEvents,
> extends Partial<Omit<StepwardOptions<Events>, 'storage' | 'smsSender' | 'clock' | 'directory'>> {
  /** The tenant that is configured; `acme`. */
  readonly tenantId?: string;
  /** What the tenant has besides SMS, which is on: its defaults for MFA and passwords, for example. */
  readonly tenant?: TenantChange;
  /** By default empty. */
  readonly storage?: MemoryStorage;
  /** By default it accepts every message. */
  readonly smsSender?: RecordingSmsSender;
  /** By default it stands at 2026-01-01T00:00:00.000Z. */
  readonly clock?: FixedClock;
  /** Your directory of people, or an object that stands for it in every tenant. */
  readonly directory?: IdentityDirectoryFactory | IdentityDirectory;
}

/** Stepward with all its dependencies under the test's control. It does no I/O. */
export interface TestStepward<Events extends EventDefinitions = NoHostEvents> {
  readonly stepward: Stepward<Events>;
  readonly tenantId: string;
  readonly storage: MemoryStorage;
  /** Stands still until `advance(ms)`. */
  readonly clock: FixedClock;
  /** Has the messages that were sent; `lastCode(to)` reads the code in the newest one to a number. */
  readonly sms: RecordingSmsSender;
  /** What was logged, oldest first; empty where you passed a `logger`. */
  readonly logs: readonly LogLine[];
  /**
   * Stores an active identity with the verified phone `+14155552671`, and returns who calls on its behalf.
   * `changes` replace any of that, and `assurance` says which level the session has; null by default.
   *
   * @throws TypeError where you passed a `directory`: people are then stored there.
   */
  addIdentity(
    identityId: string,
    changes?: Partial<Omit<Identity, 'identityId'>> & Partial<Pick<AccountCaller, 'assurance'>>,
  ): Promise<AccountCaller>;
  /**
   * Enrols SMS for an identity that has a verified phone, by the code that it is sent.
   *
   * @throws Error with the code of what was refused.
   */
  enrol(caller: AccountCaller): Promise<void>;
  /**
   * Runs `work` in a transaction that stands for one of your database. Events emitted with its `tx` are
   * stored when `work` has succeeded, and are lost when it throws; the error is thrown again.
   */
  transaction<T>(work: (tx: HostTransaction) => Promise<T>): Promise<T>;
  /**
   * The events that are stored, oldest first; those of one moment in the order in which they were stored. Stepward's
   * own are among them.
   */
  emitted(tenantId?: string): Promise<readonly RecordedEvent[]>;
}

/** An event as its subscribers would get it. */
export interface RecordedEvent extends Omit<StoredEvent, 'data'> {
  readonly data: unknown;
}

/**
 * Wires Stepward for the unit tests of a host, without I/O: storage in memory, a clock that stands still,
 * a sender that records, repeatable randomness, recovery codes without scrypt, a logger that records, and a tenant that sends SMS.
 *
 * @example
 * const { stepward, sms, addIdentity } = await createTestStepward();
 * const ada = await addIdentity('ada');
 * (await stepward.enrolments.start(ada))._unsafeUnwrap();
 * const enrolled = await stepward.enrolments.verify(ada, sms.lastCode('+14155552671'));
 * assert.deepEqual(enrolled._unsafeUnwrap().methods, ['sms']);
 *
 * @throws TypeError for an option that `createStepward` refuses, Error for a `tenant` that is invalid.
 */
export async function createTestStepward<const Events extends EventDefinitions = NoHostEvents>(
  options: TestStepwardOptions<Events> = {},
): Promise<TestStepward<Events>> {
  const {
    tenantId = 'acme',
    tenant = {},
    smsSender: sms = createRecordingSmsSender(),
    clock = createFixedClock(),
    storage = createMemoryStorage({ clock }),
    directory,
    ...others
  } = options;
  const logger = createRecordingLogger();
  const stepward = createStepward({
    codeKeys: createKeyRing({ active: { id: 'test', secret: new Uint8Array(32).fill(7) } }),
    random: createSeededRandom(),
    stretch: quickStretch,
    logger,
    ...others,
    ...(directory === undefined ? {} : { directory: factoryOf(directory) }),
    storage,
    smsSender: sms,
    clock,
  });
  const configured = await stepward.tenants.configure(systemCaller(tenantId), {
    ...tenant,
    sms: { enabled: true, mfaEnabled: true, appName: 'Acme', ...tenant.sms },
  });
  if (configured.isErr()) {
    throw new Error(`createTestStepward: tenant: ${JSON.stringify(configured.error)}`);
  }

  return {
    stepward,
    tenantId,
    storage,
    clock,
    sms,
    logs: logger.lines,
    async addIdentity(identityId, { assurance = null, ...changes } = {}) {
      const stored = await stepward.identities.put(tenantId, {
        ...PERSON,
        identityId,
        ...changes,
      });
      if (stored.isErr()) throw new TypeError(`addIdentity: ${stored.error.code}`);
      return { tenantId, identityId, assurance };
    },
    async enrol(caller) {
      const started = await stepward.enrolments.start(caller);
      if (started.isErr()) throw new Error(`cannot enrol: ${started.error.code}`);
      const code = sms.lastCode(await phoneOf(caller));
      const verified = await stepward.enrolments.verify(caller, code);
      if (verified.isErr()) throw new Error(`cannot enrol: ${verified.error.code}`);
    },
    transaction: (work) => storage.transaction(work),
    emitted: (ofTenant = tenantId) => emittedIn(storage, ofTenant),
  };

  async function phoneOf({ tenantId, identityId }: AccountCaller): Promise<PhoneNumber> {
    const identity = await stepward.identities.find(tenantId, identityId);
    const phone = identity === null ? null : verifiedPhone(identity);
    if (phone === null) throw new Error('cannot enrol: the identity has no verified phone');
    return phone;
  }
}

const PERSON: Omit<Identity, 'identityId'> = {
  state: 'active',
  phone: { number: '+14155552671' as PhoneNumber, verified: true },
  otherFactors: [],
  backupCodesRemaining: 0,
  locale: null,
};

function factoryOf(
  directory: IdentityDirectoryFactory | IdentityDirectory,
): IdentityDirectoryFactory {
  return typeof directory === 'function' ? directory : () => directory;
}

async function emittedIn(
  storage: MemoryStorage,
  tenantId: string,
): Promise<readonly RecordedEvent[]> {
  const events = await storage.emitted(tenantId);
  return events.map((event) => ({ ...event, data: JSON.parse(event.data) as unknown }));
}
