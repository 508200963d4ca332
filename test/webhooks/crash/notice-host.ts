import {
  createKeyRing,
  createStepward,
  systemCaller,
  type Clock,
  type Identity,
  type NoticeSender,
  type PhoneNumber,
  type Stepward,
} from '@stepward/core';
import { createPostgresStorage, type PostgresPool } from '@stepward/postgres';
import { createRecordingSmsSender } from '@stepward/testing';
import { createDeliveryWorker, type DeliveryWorker } from '@stepward/webhooks';
import { workerSettings } from './settings.js';

/** People of a tenant, of whom some change their numbers in vain: the host's directory fails for them. */
export const PEOPLE = ['ada', 'bob_fails', 'cy', 'dee_fails', 'eve'];

/** A host that notifies people, as every process of these tests has it. */
export interface NoticeHost {
  readonly stepward: Stepward;
  readonly worker: DeliveryWorker;
  /** A person proves a new number; false where the change was rolled back. */
  changePhone(tenantId: string, identityId: string): Promise<boolean>;
}

export function createNoticeHost(
  pool: PostgresPool,
  clock: Clock,
  send: NoticeSender['send'],
): NoticeHost {
  const sms = createRecordingSmsSender();
  const stepward = createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: sms,
    codeKeys: createKeyRing({ active: { id: 'codes', secret: new Uint8Array(32).fill(1) } }),
    directory: () => ({
      find: (identityId) => Promise.resolve({ ...PERSON, identityId }),
      setVerifiedPhone: (identityId) =>
        identityId.endsWith('_fails')
          ? Promise.reject(new Error('the directory is down'))
          : Promise.resolve(),
    }),
    notices: { send },
    clock,
  });
  const sender = { send: () => Promise.reject(new Error('there are no subscribers')) };
  const { outbox } = stepward;

  return {
    stepward,
    worker: createDeliveryWorker({ ...workerSettings, outbox, sender, clock }),
    async changePhone(tenantId, identityId) {
      const settings = { sms: { enabled: true, mfaEnabled: true, appName: 'Acme' } };
      (await stepward.tenants.configure(systemCaller(tenantId), settings))._unsafeUnwrap();
      const caller = { tenantId, identityId, assurance: null };
      const number = `+1415555010${String(PEOPLE.indexOf(identityId))}`;
      (await stepward.phones.start(caller, number))._unsafeUnwrap();
      return stepward.phones.verify(caller, number, sms.lastCode(number)).then(
        (verified) => verified.isOk(),
        () => false,
      );
    },
  };
}

const PERSON: Omit<Identity, 'identityId'> = {
  state: 'active',
  phone: { number: '+14155552671' as PhoneNumber, verified: true },
  otherFactors: [],
  backupCodesRemaining: 0,
  locale: null,
};
