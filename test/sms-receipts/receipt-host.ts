import type { AuthenticationEntry } from '@stepward/core';
import {
  createFixedClock,
  createRecordingLogger,
  createRecordingSmsSender,
  createTestStepward,
  type FixedClock,
  type LogLine,
} from '@stepward/testing';
import {
  receiptSources,
  smsReceipts,
  type ReceiptSource,
  type ReceiptsApi,
} from '@stepward/sms/receipts';
import {
  SIGNING_PROVIDERS,
  type Report,
  type ReportRequest,
  type Signing,
  type SigningProvider,
} from './signed-reports.js';

/** When the signatures are made: the certificate in this folder is valid then. */
const NOW = new Date('2026-11-23T12:00:00.000Z');

/** The address that providers are given; the server behind it has another one. */
const PUBLIC_URL = 'https://id.example.com/scoped';

/** Stepward with the message `m-1` of a provider on its way to ada. */
export interface ReceiptHost {
  readonly api: ReceiptsApi;
  readonly clock: FixedClock;
  readonly logs: readonly LogLine[];
  /** The path of the provider's address. */
  readonly path: string;
  /** A request of the provider about `m-1`, signed by our account and now unless said otherwise. */
  request(
    outcome: Report['outcome'],
    changes?: Partial<Signing> & { readonly messageId?: string },
  ): ReportRequest;
  /** The entries of messages that did not arrive. */
  failures(): Promise<readonly AuthenticationEntry[]>;
}

export async function createReceiptHost(provider: string): Promise<ReceiptHost> {
  const clock = createFixedClock(NOW);
  const recording = createRecordingSmsSender();
  const logger = createRecordingLogger();
  const receipts = receiptSources({ publicUrl: PUBLIC_URL, sources: SOURCES });
  const test = await createTestStepward({
    clock,
    logger,
    smsReceipts: receipts,
    smsSender: {
      ...recording,
      send: () => Promise.resolve({ status: 'accepted', provider, messageId: 'm-1' }),
    },
  });
  const { stepward } = test;
  const started = await stepward.enrolments.start(await test.addIdentity('ada'));
  if (started.isErr()) throw new Error(started.error.code);
  const url = receipts.addressOf(provider) ?? '';
  const { request } = SIGNING_PROVIDERS[provider] as SigningProvider;

  return {
    api: smsReceipts({ stepward, receipts, clock, logger }),
    clock,
    logs: logger.lines,
    path: new URL(url).pathname,
    request: (outcome, { messageId = 'm-1', ...signing } = {}) =>
      request({ messageId, outcome }, { account: 'own', at: clock.now(), url, ...signing }),
    async failures() {
      const filter = { type: 'factor.delivery_failed' } as const;
      return (await stepward.authenticationLog.list('acme', filter)).items;
    },
  };
}

const SOURCES: Readonly<Record<string, ReceiptSource>> = Object.fromEntries(
  Object.entries(SIGNING_PROVIDERS).map(([name, { source }]) => [name, source]),
);
