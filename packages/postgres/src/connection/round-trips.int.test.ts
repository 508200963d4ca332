import { randomUUID } from 'node:crypto';
import { type AccountCaller, ok, systemCaller } from '@stepward/core';
import type {
  Arrivals,
  DueAttempt,
  Fence,
  IdempotencyReservation,
  MadeAttempt,
  WaitingEvent,
} from '@stepward/core/adapter';
import { testDatabase } from '@stepward/dev-postgres';
import { afterEach, expect, it } from 'vitest';
import { createRecordingPool } from '../../test/recording-pool.js';
import { person, stepwardOver, type StepwardUnderTest } from '../../test/stepward-over.js';
import { leave } from '../../test/webhook-samples.js';
import { createPostgresStorage } from '../index.js';

type Step = (stepward: StepwardUnderTest, caller: AccountCaller) => Promise<unknown>;

const MANAGER = systemCaller('acme');
const EVERYTHING = { type: null, since: null, until: null };
const KEY_REQUEST = { name: 'CI', scopes: ['logs:read'] };

const DELETED = {
  type: 'user.deleted',
  tenantId: 'acme',
  data: { id: 'ada', deleted_at: '2026-01-01T00:00:00.000Z' },
} as const;

const database = await testDatabase();
let people = 0;
/** Of the newest management key. */
let keyId: string | null = null;
let secret = '';
/** Of the newest trusted device. */
let token = '';
/** Of the newest request with an idempotency key. */
let reservation: IdempotencyReservation | null = null;
const pool = createRecordingPool(database.pool());
const storage = createPostgresStorage({ pool });
const stepward = stepwardOver(storage);
const subscribed = await stepward.subscribers.create(MANAGER, {
  url: 'https://hooks.test/',
  event_types: ['*'],
});
const subscriberId = subscribed._unsafeUnwrap().subscriber.id;
await configure('acme', null);
await configure('thrifty', 100);
await stepward.organisations.put('acme', 'org-1');
await stepward.organisations.put('acme', 'org-strict');
const demand = { mfaEnforcement: 'required', unenrolledUserAction: 'force_enrollment' };
(await stepward.policies.update(MANAGER, 'org-strict', demand))._unsafeUnwrap();

const number = (caller: AccountCaller): string => `+1415555${caller.identityId}`;
const start: Step = ({ enrolments }, me) => enrolments.start(me);
const guess: Step = ({ enrolments }, me) => enrolments.verify(me, 'no code');
const verify: Step = ({ enrolments, sms }, me) => enrolments.verify(me, sms.lastCode(number(me)));
const verifyWrongly: Step = ({ enrolments, sms }, me) =>
  enrolments.verify(
    me,
    sms.lastCode(number(me)).replace(/^./, (d) => (d === '0' ? '1' : '0')),
  );
const startPhone: Step = ({ phones }, me) => phones.start(me, number(me));
const verifyPhone: Step = ({ phones, sms }, me) =>
  phones.verify(me, number(me), sms.lastCode(number(me)));
const enrol: Step = async (stepward, me) => {
  await start(stepward, me);
  await verify(stepward, me);
  stepward.clock.advance(60_000);
};
const sessionOf = ({ tenantId, identityId }: AccountCaller) => ({
  tenantId,
  identityId,
  sessionId: `session-${identityId}`,
});
const challenge: Step = ({ stepUp }, me) => stepUp.challenge(sessionOf(me));
const answer: Step = ({ stepUp, sms }, me) =>
  stepUp.verify(sessionOf(me), sms.lastCode(number(me)));
const answerAnything: Step = ({ stepUp }, me) => stepUp.verify(sessionOf(me), '000000');
const trust: Step = async ({ trustedDevices }, me) => {
  const trusted = await trustedDevices.trust({ ...me, proven: ['sms'] });
  token = trusted._unsafeUnwrap().token.reveal();
};
const signIn: Step = ({ signIns }, me) =>
  signIns.decide({ ...me, organisationId: 'org-strict', proven: [], memberSince: new Date(0) });
const checkDevice: Step = ({ trustedDevices }, me) => trustedDevices.check({ ...me, token });
const useKey: Step = ({ apiKeys }) => apiKeys.authenticate(secret);
const beginRequest: Step = async ({ idempotency }, { identityId: key }) => {
  const scope = { tenantId: 'acme', principal: [], method: 'POST', path: '/' };
  const begun = await idempotency.begin({ ...scope, key, content: '' });
  if (begun.isOk() && begun.value.type === 'proceed') ({ reservation } = begun.value);
};
const finishRequest: Step = ({ idempotency }) => idempotency.finish(reservation!, 'the answer');
const emit: Step = ({ events }) => events.emit(DELETED);
const emitInOrder: Step = ({ events }) => events.emit({ ...DELETED, orderingKey: 'ada' });
/** What one worker owns and has read. */
let fence: Fence = { worker: randomUUID(), shards: [] };
let opened: readonly DueAttempt[];
let arrived: Arrivals;
let emitted: readonly WaitingEvent[];
const hold: Step = async ({ outbox }) => {
  const worker = randomUUID();
  const asked = { worker, leaseMs: 60_000, takes: 'free', release: [], oldestDueAt: null } as const;
  const { owned } = await outbox.queue.hold(asked);
  fence = { worker, shards: owned };
};
const shards = (): readonly number[] => fence.shards.map(({ shard }) => shard);
const arrivals: Step = async ({ outbox }) => {
  arrived = await outbox.queue.arrivals(shards(), null, 1_000);
  ({ events: emitted } = await outbox.queue.waiting(shards(), null, 1_000));
};
const dispatch: Step = ({ outbox }) =>
  outbox.queue.dispatch(fence, emitted, { events: 100, deliveries: 1_000 });
const read: Step = async ({ outbox }) => {
  arrived = await outbox.queue.arrivals(shards(), arrived.cursor, 1_000);
};
const open: Step = async ({ outbox }) => {
  const attempts = await outbox.open(arrived.arrived!.deliveries, new Date());
  opened = attempts.flatMap((each) => (each?.type === 'due' ? [each] : []));
};
afterEach(() => leave(storage.queue, fence.worker));
const succeeded = (attempt: DueAttempt): MadeAttempt => ({
  ...attempt,
  type: 'made',
  outcome: { type: 'answered', status: 204, retryAfter: null, body: '' },
  finishedAt: attempt.startedAt,
  pause: null,
});
const failToSend: Step = async ({ enrolments, sms }, me) => {
  sms.behave('refused');
  const refused = await enrolments.start(me);
  sms.behave('accepted');
  return refused;
};

const DECIDED = ['decision_read', 'decision_write'];
const POLICY = ['begin', 'policy_read', 'commit'];
const DEVICES = ['decision_read_person', 'decision_write'];
const SENT = ['decision_read', 'send_read', 'decision_write'];
const RESERVED = ['begin', 'idempotency_reserve', 'commit'];

it.each<[operation: string, given: Step[], when: Step, roundTrips: string[]]>([
  ['a start', [], start, SENT],
  ['a start that is refused', [start], start, ['decision_read', 'send_read']],
  ['a start that the provider refuses', [], failToSend, [...SENT, ...SENT]],
  ['a right code', [start], verify, DECIDED],
  ['a wrong code', [start], verifyWrongly, DECIDED],
  [
    'a code for an enrolment that is exhausted, where nothing is left to write',
    [start, verifyWrongly, verifyWrongly, verifyWrongly, verifyWrongly, verifyWrongly],
    verify,
    ['decision_read'],
  ],
  ['a malformed code', [start], guess, ['decision_read']],
  ['a removal', [start, verify], ({ enrolments }, me) => enrolments.remove(me), DECIDED],
  ['the status', [], ({ enrolments }, me) => enrolments.status(me), ['decision_read']],
  [
    'the status of an unknown identity',
    [],
    ({ enrolments }, me) => enrolments.status({ ...me, identityId: 'nobody' }),
    ['decision_read'],
  ],
  [
    "a decision that reads an organisation's policy and changes nothing",
    [],
    (_, me) =>
      storage.decide(
        { ...me, factor: 'sms', purpose: 'enrolment', organisationId: 'org-1' },
        ({ record, policy }) => ok({ outcome: policy, record }),
      ),
    ['decision_read_policy'],
  ],
  [
    'an identity',
    [],
    ({ identities }, me) => identities.find('acme', me.identityId),
    ['decision_read'],
  ],
  [
    'the withdrawal of codes',
    [start],
    ({ identities }, me) => identities.withdrawCodes('acme', me.identityId),
    DECIDED,
  ],
  ['the start of a phone verification', [], startPhone, SENT],
  ['the code of a phone verification', [startPhone], verifyPhone, DECIDED],
  ['a challenge', [enrol], challenge, SENT],
  ['the code of a challenge', [enrol, challenge], answer, ['challenge_read', ...DECIDED]],
  ['the trust of a device', [enrol], trust, [...POLICY, ...DEVICES]],
  ['a sign-in from a trusted device', [enrol, trust], checkDevice, DEVICES],
  ['a sign-in with an unknown token', [enrol], checkDevice, ['decision_read_person']],
  [
    'a sign-in without a token',
    [],
    ({ trustedDevices }, me) => trustedDevices.check({ ...me, token: undefined }),
    [],
  ],
  [
    'a list of trusted devices',
    [],
    ({ trustedDevices }, me) => trustedDevices.list(me),
    ['decision_read_person'],
  ],
  ['a sign-in that finds that a factor is due', [], signIn, [...POLICY, ...DEVICES]],
  ['a sign-in that finds it again', [signIn], signIn, [...POLICY, 'decision_read_person']],
  ['the code of a session without a challenge', [], answerAnything, ['challenge_read']],
  [
    'a start within a daily budget',
    [],
    ({ enrolments }, me) => enrolments.start({ ...me, tenantId: 'thrifty' }),
    SENT,
  ],
  [
    'a change of the tenant',
    [],
    ({ tenants }) => tenants.configure(MANAGER, {}),
    ['begin', 'policy_read', 'tenant_write', 'commit'],
  ],
  [
    'a change of two parts of the tenant, each of which is logged',
    [],
    ({ tenants }) =>
      tenants.configure(MANAGER, { mfa: { policy: 'always' }, password: { minLength: 9 } }),
    ['begin', 'policy_read', 'tenant_write', 'audit_append', 'audit_append', 'commit'],
  ],
  [
    'the switch of HIPAA mode',
    [],
    ({ tenants }) => tenants.setHipaa(MANAGER, true, 'a test'),
    ['begin', 'policy_read', 'tenant_write', 'audit_append', 'commit'],
  ],
  ['the settings', [], ({ tenants }) => tenants.find('acme'), ['begin', 'policy_read', 'commit']],
  [
    'the policy of an organisation',
    [],
    ({ policies }) => policies.get('acme', 'org-1'),
    ['begin', 'policy_read', 'commit'],
  ],
  [
    'the policy of an unknown organisation',
    [],
    ({ policies }) => policies.get('acme', 'org-2'),
    ['begin', 'policy_read', 'rollback'],
  ],
  [
    'the policy of no organisation',
    [],
    ({ policies }) => policies.get('acme', null),
    ['begin', 'policy_read', 'commit'],
  ],
  [
    'a list of policies',
    [],
    ({ policies }) => policies.list('acme'),
    ['begin', 'policy_list', 'commit'],
  ],
  [
    'a change of a policy',
    [],
    ({ policies }) => policies.update(MANAGER, 'org-1', { gracePeriodMs: 0 }),
    ['begin', 'policy_read', 'policy_write', 'audit_append', 'event_append', 'commit'],
  ],
  [
    'a change of a policy that is refused',
    [],
    ({ policies }) => policies.update(MANAGER, 'org-1', { gracePeriodMs: -1 }),
    ['begin', 'policy_read', 'rollback'],
  ],
  [
    'the reset of a policy',
    [],
    ({ policies }) => policies.reset(MANAGER, 'org-1'),
    ['begin', 'policy_read', 'policy_write', 'audit_append', 'event_append', 'commit'],
  ],
  [
    'the making of a management key',
    [],
    ({ apiKeys }) => apiKeys.create(MANAGER, KEY_REQUEST),
    ['begin', 'api_key_list', 'api_key_insert', 'audit_append', 'event_append', 'commit'],
  ],
  [
    'a page of management keys',
    [],
    ({ apiKeys }) => apiKeys.list('acme', { limit: 1, position: null }),
    ['begin', 'api_key_list', 'commit'],
  ],
  [
    'a management key that was used within the hour',
    [useKey],
    useKey,
    ['begin', 'api_key_find_by_hash', 'commit'],
  ],
  [
    'a management key that was not',
    [],
    useKey,
    [
      ...['begin', 'api_key_find_by_hash', 'commit'],
      ...['begin', 'api_key_list', 'api_key_update', 'commit'],
    ],
  ],
  ['a secret that is no management key', [], ({ apiKeys }) => apiKeys.authenticate('secret'), []],
  [
    'a page of the audit log',
    [],
    ({ audit }) => audit.list('acme', EVERYTHING, { limit: 1, position: null }),
    ['begin', 'audit_list', 'commit'],
  ],
  ['a request with a new idempotency key', [], beginRequest, RESERVED],
  [
    'a request with an idempotency key that is in flight',
    [beginRequest],
    beginRequest,
    ['begin', 'idempotency_reserve', 'rollback'],
  ],
  ['a replay', [beginRequest, finishRequest], beginRequest, RESERVED],
  [
    'the end of a request with an idempotency key',
    [beginRequest],
    finishRequest,
    ['begin', 'idempotency_finish', 'commit'],
  ],
  [
    'a request with an idempotency key that is abandoned',
    [beginRequest],
    ({ idempotency }) => idempotency.abandon(reservation!),
    ['begin', 'idempotency_remove', 'commit'],
  ],
  ['an event', [], emit, ['begin', 'event_append', 'commit']],
  [
    "an event in a host's transaction",
    [],
    ({ events }) =>
      storage.run({ tenantId: 'host' }, async ({ transaction }) =>
        ok(await events.emit(DELETED, { tx: transaction })),
      ),
    ['begin', 'call', 'commit'],
  ],
  [
    'a renewal of a lease that takes free shards',
    [],
    hold,
    ['begin', 'shard_renew', 'shard_read', 'shard_take', 'worker_bury', 'commit'],
  ],
  ['a look at what has arrived', [emit, hold, arrivals], read, ['begin', 'queue_look', 'commit']],
  [
    'a dispatch',
    [emit, hold, arrivals],
    dispatch,
    [
      ...['begin', 'queue_fence', 'outbox_hold', 'outbox_addressed'],
      ...['outbox_queue', 'outbox_settle', 'commit'],
    ],
  ],
  [
    'a dispatch of an event with an ordering key',
    [emitInOrder, hold, arrivals],
    dispatch,
    [
      ...['begin', 'queue_fence', 'outbox_hold', 'ordering_share', 'outbox_addressed'],
      ...['outbox_queue', 'outbox_settle', 'commit'],
    ],
  ],
  [
    'the start of attempts',
    [emit, hold, arrivals, dispatch, read],
    open,
    ['begin', 'queue_open', 'queue_open_subscribers', 'commit'],
  ],
  [
    'the record of a batch of attempts',
    [emit, hold, arrivals, dispatch, read, open],
    ({ outbox }) => outbox.finish(fence, opened.map(succeeded)),
    ['begin', 'queue_fence', 'queue_lock', 'queue_finish', 'queue_health', 'commit'],
  ],
  [
    'the age of the queue',
    [],
    ({ outbox }) => outbox.queueState(),
    ['begin', 'queue_lag', 'queue_handlers', 'commit'],
  ],
  [
    'the making of a subscriber',
    [],
    ({ subscribers }) =>
      subscribers.create(MANAGER, { url: 'https://hooks.test/', event_types: ['user.created'] }),
    ['begin', 'subscriber_put', 'audit_append', 'commit'],
  ],
  [
    'a delivery that is not there',
    [],
    ({ deliveries }) => deliveries.get('acme', subscriberId, randomUUID()),
    ['begin', 'subscriber_list', 'delivery_find', 'rollback'],
  ],
  [
    'a replay by range',
    [],
    ({ deliveries }) =>
      deliveries.replayRange(MANAGER, subscriberId, { since: '2026-01-01T00:00:00Z' }),
    ['begin', 'subscriber_list', 'delivery_replay', 'audit_append', 'commit'],
  ],
])('%s makes these round trips and no others', async (_, given, when, roundTrips) => {
  const caller = await someone();
  secret = await newSecret();
  for (const step of given) await step(stepward, caller);
  pool.take();

  await when(stepward, caller);

  expect(pool.take()).toEqual(roundTrips);
});

async function configure(tenantId: string, dailyBudget: number | null): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, dailyBudget };
  const mfa = { trustedDeviceDays: 30 };
  const configured = await stepward.tenants.configure(systemCaller(tenantId), { sms, mfa });
  expect(configured.isOk()).toBe(true);
}

/** Makes a key, and revokes the one before it: a tenant has at most 50. */
async function newSecret(): Promise<string> {
  if (keyId !== null) (await stepward.apiKeys.revoke(MANAGER, keyId))._unsafeUnwrap();
  const made = (await stepward.apiKeys.create(MANAGER, KEY_REQUEST))._unsafeUnwrap();
  keyId = made.key.id;
  return made.secret.reveal();
}

/** A new identity in both tenants, with a phone number of its own. */
async function someone(): Promise<AccountCaller> {
  const identityId = String(1000 + people++);
  const caller: AccountCaller = { tenantId: 'acme', identityId, assurance: null };
  for (const tenantId of ['acme', 'thrifty']) {
    (await stepward.identities.put(tenantId, person(identityId, number(caller))))._unsafeUnwrap();
  }
  return caller;
}
