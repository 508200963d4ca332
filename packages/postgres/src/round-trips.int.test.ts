import type { AccountCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, it } from 'vitest';
import { createRecordingPool } from '../test/recording-pool.js';
import { person, stepwardOver, type StepwardUnderTest } from '../test/stepward-over.js';
import { createPostgresStorage } from './index.js';

type Step = (stepward: StepwardUnderTest, caller: AccountCaller) => Promise<unknown>;

const database = await testDatabase();
let people = 0;
const pool = createRecordingPool(database.pool());
const stepward = stepwardOver(createPostgresStorage({ pool }));
await configure('acme', null);
await configure('thrifty', 100);

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
const failToSend: Step = async ({ enrolments, sms }, me) => {
  sms.behave('refused');
  const refused = await enrolments.start(me);
  sms.behave('accepted');
  return refused;
};

const READ_TO_SEND = 'code_read_with_tenant_holding_phone';
const STARTED = ['begin', 'identity_find', READ_TO_SEND, 'code_write', 'commit'];
const GAVE_BACK = ['begin', READ_TO_SEND, 'code_write', 'commit'];

it.each<[operation: string, given: Step[], when: Step, roundTrips: string[]]>([
  ['a start', [], start, STARTED],
  ['a start that is refused', [start], start, ['begin', 'identity_find', READ_TO_SEND, 'rollback']],
  ['a start that the provider refuses', [], failToSend, [...STARTED, ...GAVE_BACK]],
  [
    'a right code',
    [start],
    verify,
    ['begin', 'identity_find', 'code_read', 'code_write', 'commit'],
  ],
  [
    'a wrong code',
    [start],
    verifyWrongly,
    ['begin', 'identity_find', 'code_read', 'code_write', 'commit'],
  ],
  [
    'a code for an enrolment that is exhausted, where nothing is left to write',
    [start, verifyWrongly, verifyWrongly, verifyWrongly, verifyWrongly, verifyWrongly],
    verify,
    ['begin', 'identity_find', 'code_read', 'commit'],
  ],
  ['a malformed code', [start], guess, ['begin', 'identity_find', 'code_read', 'rollback']],
  [
    'a removal',
    [start, verify],
    ({ enrolments }, me) => enrolments.remove(me),
    ['begin', 'identity_find', 'code_read', 'code_write', 'commit'],
  ],
  [
    'the status',
    [],
    ({ enrolments }, me) => enrolments.status(me),
    ['begin', 'identity_find', 'code_read', 'commit'],
  ],
  [
    'the status of nobody',
    [],
    ({ enrolments }, me) => enrolments.status({ ...me, identityId: 'nobody' }),
    ['begin', 'identity_find', 'rollback'],
  ],
  ['the start of a phone verification', [], startPhone, STARTED],
  [
    'the code of a phone verification',
    [startPhone],
    verifyPhone,
    ['begin', 'identity_find', 'code_read', 'code_write', 'identity_set_phone', 'commit'],
  ],
  [
    'a start within a daily budget',
    [],
    ({ enrolments }, me) => enrolments.start({ ...me, tenantId: 'thrifty' }),
    ['begin', 'identity_find', READ_TO_SEND, 'daily_sends_add', 'code_write', 'commit'],
  ],
  [
    'a change of the tenant',
    [],
    ({ tenants }) => tenants.configure('acme', {}),
    ['begin', 'tenant_find', 'tenant_put', 'commit'],
  ],
])('%s makes these round trips and no others', async (_, given, when, roundTrips) => {
  const caller = await someone();
  for (const step of given) await step(stepward, caller);
  pool.take();

  await when(stepward, caller);

  expect(pool.take()).toEqual(roundTrips);
});

async function configure(tenantId: string, dailyBudget: number | null): Promise<void> {
  const sms = { enabled: true, mfaEnabled: true, dailyBudget };
  expect((await stepward.tenants.configure(tenantId, { sms })).isOk()).toBe(true);
}

/** A new identity in both tenants, with a phone number of its own. */
async function someone(): Promise<AccountCaller> {
  const identityId = String(1000 + people++);
  const caller: AccountCaller = { tenantId: 'acme', identityId, assurance: null };
  for (const tenantId of ['acme', 'thrifty']) {
    await stepward.identities.put(tenantId, person(identityId, number(caller)));
  }
  return caller;
}
