/** Rows of a person and a tenant in every table of the schema. */
import { createHash } from 'node:crypto';
import { ok, type StorageWithWebhooks, systemCaller } from '@stepward/core';
import { uuidv7 } from '@stepward/core/adapter';
import { expect } from 'vitest';
import { person, type StepwardUnderTest } from './stepward-over.js';
import { emit, NOW, subscribe, workOff } from './webhook-samples.js';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Whose {
  readonly tenantId: string;
  readonly identityId: string;
  readonly phone?: string;
}

/** The key of the message that was sent to a person. */
export const messageKeyOf = ({ tenantId, identityId }: Whose): string =>
  hashOf(`${tenantId} ${identityId}`);

/** Stores all but what a worker makes; returns the secret of a management key. */
export async function fillTables(
  storage: StorageWithWebhooks,
  stepward: StepwardUnderTest,
  whose: Whose,
): Promise<string> {
  const { tenantId, identityId, phone = '+14155552671' } = whose;
  const caller = { tenantId, identityId, assurance: null };
  const manager = systemCaller(tenantId);
  const sms = { enabled: true, mfaEnabled: true, dailyBudget: 10 };
  expect((await stepward.tenants.configure(manager, { sms })).isOk()).toBe(true);
  (await stepward.identities.put(tenantId, person(identityId, phone)))._unsafeUnwrap();
  expect((await stepward.enrolments.start(caller)).isOk()).toBe(true);
  const code = stepward.sms.lastCode(phone);
  expect((await stepward.enrolments.verify(caller, code)).isOk()).toBe(true);
  stepward.clock.advance(60_000);
  const sessionId = `session of ${identityId}`;
  expect((await stepward.stepUp.challenge({ ...caller, sessionId })).isOk()).toBe(true);
  stepward.clock.advance(60_000);
  expect((await stepward.phones.start(caller, phone)).isOk()).toBe(true);
  await stepward.organisations.put(tenantId, 'org-1');
  const changed = await stepward.policies.update(manager, 'org-1', { gracePeriodMs: 0 });
  expect(changed.isOk()).toBe(true);
  const made = await stepward.apiKeys.create(manager, { name: 'CI', scopes: ['logs:read'] });
  const request = { tenantId, principal: [], method: 'POST', path: '/', content: '' };
  expect((await stepward.idempotency.begin({ ...request, key: identityId })).isOk()).toBe(true);
  await storeTheRest(storage, whose, stepward.clock.now());
  await subscribe(storage, tenantId, 1);
  return made._unsafeUnwrap().secret.reveal();
}

/** What needs a setting of the host, or a flood. */
async function storeTheRest(storage: StorageWithWebhooks, whose: Whose, now: Date): Promise<void> {
  const { tenantId, identityId } = whose;
  const random = createHash('sha256').update(identityId).digest().subarray(0, 10);
  const happened = { id: uuidv7(now, random), type: 'phone.removed', at: now } as const;
  const actor = { type: 'identity', id: identityId } as const;
  const unknown = { factor: null, sessionId: null, reason: null, client: null, refused: null };
  const retainUntil = new Date('2032-01-01T00:00:00.000Z');
  const entry = { ...happened, identityId, actor, ...unknown, operation: null, retainUntil };
  const subject = { identityId, factor: 'sms', purpose: 'enrolment' } as const;
  const message = { key: messageKeyOf(whose), provider: 'twilio', messageId: 'SM1', counted: [] };
  const sent = { sentAt: NOW, status: 'sent', reportedAt: null } as const;
  const times = { trustedAt: NOW, expiresAt: NOW, lastUsedAt: null };
  const grant = {
    name: `a2V5.${hashOf(identityId)}`,
    verifier: 'a2V5.verifier',
    factor: 'sms',
  } as const;
  const block = { name: 'country:US', mode: 'monitor', startedAt: NOW, until: NOW } as const;
  const decided = await storage.decide<null, never>({ tenantId, ...subject }, ({ record }) =>
    ok({
      outcome: null,
      record,
      sentMessage: { ...message, ...sent, whose: subject },
      trustedDevices: [{ id: 'laptop', name: null, digest: 'key.digest', ...times }],
      grant: { type: 'made', grant: { ...grant, expiresAt: new Date('2100-01-01') } },
      enrolmentsDue: [
        { organisationId: null, requiredSince: NOW, foundAt: NOW, reminded: null, reviewAt: NOW },
      ],
      trail: { entries: [entry], events: [] },
      counted: { add: [], blocks: [{ ...block, repeats: 0, unverified: 3 }] },
    }),
  );
  expect(decided.isOk()).toBe(true);
}

/** What workers make of events of the host: one that is delivered, one that failed once, and one that waits. */
export async function fillQueue(
  storage: StorageWithWebhooks,
  tenantIds: readonly string[],
): Promise<void> {
  const emitForEach = async (): Promise<void> => {
    for (const tenantId of tenantIds) await emit(storage, tenantId, 1);
  };
  for (const status of ['delivered', 'pending'] as const) {
    await emitForEach();
    expect(await workOff(storage, status)).toBeGreaterThan(0);
  }
  await emitForEach();
}
