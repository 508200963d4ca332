/** The services of core over the storage in memory, and everything around them in the test's hands. */
import { inspect } from 'node:util';
import { systemCaller, type AccountCaller } from '../src/access/caller.js';
import type { Identity } from '../src/records/identity.js';
import type { Logger } from '../src/ports/platform.js';
import type { SmsSender } from '../src/ports/sms-sender.js';
import { createKeyRing } from '../src/shared/keys/key-ring.js';
import { createStepward, type Stepward, type StepwardOptions } from '../src/stepward.js';
import {
  createFixedClock,
  createMemoryStorage,
  createRecordingSmsSender,
  createSeededRandom,
  quickStretch,
  type FixedClock,
  type RecordingSmsSender,
} from '@stepward/testing';
import type { SmsSettings } from '../src/tenants/sms-settings.js';
import { identityWith, key, tenantWith } from './fixtures.js';

export interface ServiceHost extends Stepward {
  readonly clock: FixedClock;
  readonly sms: RecordingSmsSender;
  /** Every code handed to the provider, oldest first, whether or not the message was sent. */
  readonly codes: readonly string[];
  /** Every line logged, with all that an inspection shows. */
  readonly logged: readonly string[];
  /** Resolves once the provider is handed its next message. */
  nextMessage(): Promise<void>;
  configure(sms: Partial<SmsSettings>): Promise<void>;
  /** Changes one person, who need not exist before. */
  change(identityId: string, changes: Partial<Identity>): Promise<void>;
}

/** Tenant `acme` with SMS MFA on, and `ada`, active and with a verified phone; the clock starts at noon. */
export async function createServiceHost(
  options: Partial<StepwardOptions> = {},
): Promise<ServiceHost> {
  const clock = createFixedClock(new Date('2026-01-01T12:00:00.000Z'));
  const sms = createRecordingSmsSender();
  const codes: string[] = [];
  const logged: string[] = [];
  let waiting: (() => void)[] = [];
  const smsSender: SmsSender = {
    send(message, sending) {
      codes.push(/[0-9]{6}/.exec(message.body.reveal())?.[0] ?? '');
      for (const resolve of waiting) resolve();
      waiting = [];
      return (options.smsSender ?? sms).send(message, sending);
    },
    reportVerified: (...values) =>
      (options.smsSender ?? sms).reportVerified?.(...values) ?? Promise.resolve(),
  };
  const stepward = createStepward({
    storage: createMemoryStorage(),
    codeKeys: createKeyRing({ active: key('k1') }),
    clock,
    random: createSeededRandom(),
    stretch: quickStretch,
    logger: recordingLogger(logged),
    ...options,
    smsSender,
  });

  const host: ServiceHost = {
    ...stepward,
    clock,
    sms,
    codes,
    logged,
    nextMessage: () => new Promise((resolve) => waiting.push(resolve)),
    async configure(settings) {
      const configured = await stepward.tenants.configure(systemCaller('acme'), { sms: settings });
      if (configured.isErr()) throw new Error(inspect(configured.error));
    },
    async change(identityId, changes) {
      const current = await stepward.identities.find('acme', identityId);
      (
        await stepward.identities.put('acme', {
          ...(current ?? identityWith({ identityId })),
          ...changes,
        })
      )._unsafeUnwrap();
    },
  };
  await host.configure(tenantWith().sms);
  if (options.directory === undefined) await host.change('ada', {});
  return host;
}

export function caller(
  identityId = 'ada',
  assurance: AccountCaller['assurance'] = null,
): AccountCaller {
  return { tenantId: 'acme', identityId, assurance };
}

/** A well-formed code that is not the given one. */
export function wrongCode(right: string | undefined): string {
  return right?.startsWith('9') ? '000000' : '999999';
}

function recordingLogger(lines: string[]): Logger {
  const record =
    (level: string) =>
    (fields: object, message: string): void => {
      lines.push(inspect({ level, fields, message }, { depth: Infinity, showHidden: true }));
    };
  return {
    debug: record('debug'),
    info: record('info'),
    warn: record('warn'),
    error: record('error'),
  };
}
