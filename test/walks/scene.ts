/** What every walk over the operations begins with: a tenant with a record of each kind that a request can name. */
import { MANAGEMENT_SCOPES, systemCaller, type ManagementScope } from '@stepward/core';
import { appCode } from '@stepward/testing';
import { phoneNumber, SMS_ON } from '../account-api/harness/person.js';
import { makeAttempts } from '../customer-api/harness/attempts.js';
import { TARGET } from '../customer-api/harness/tenant.js';
import type { World } from '../harness/world.js';
import type { KeptSessions } from './sessions.js';

/** The world of the walks. */
export interface WalkedWorld extends World {
  readonly sessions: KeptSessions;
}

/** What a scene is made with. */
export type Setting = Pick<WalkedWorld, 'stepward' | 'sms' | 'clock' | 'sessions'>;

/** A tenant with records, and who may call. */
export interface Scene {
  readonly tenantId: string;
  /** The person whom the records are about. */
  readonly identityId: string;
  /** A person of the same tenant without any record. */
  readonly neighbourId: string;
  /** A management key with every scope. */
  readonly key: string;
  /** The id of a record of each kind, by the name of its collection in paths: `webhooks`. */
  readonly ids: Readonly<Record<string, string>>;
}

let scenes = 0;

export async function newScene(world: Setting): Promise<Scene> {
  scenes += 1;
  const tenantId = `walked-${String(scenes)}`;
  const { stepward } = world;
  const caller = systemCaller(tenantId);
  const change = { ...SMS_ON, mfa: { trustedDeviceDays: 30 } };
  (await stepward.tenants.configure(caller, change))._unsafeUnwrap();
  const organisations = `org-${tenantId}`;
  await stepward.organisations.put(tenantId, organisations);
  const { id: apiKeyId } = await newKey(world, tenantId, ['api_keys:write']);
  const { key } = await newKey(world, tenantId, MANAGEMENT_SCOPES);
  // The first use of a key is recorded, and later ones within the hour are not.
  await stepward.apiKeys.authenticate(key);
  const neighbourId = await newPerson(world, tenantId, 'bob');
  const person = await personWithFactors(world, tenantId);
  const webhook = await webhookWithDelivery(world, tenantId);
  // The host's own: Stepward keeps the name alone.
  const environments = `environment-${tenantId}`;
  const names = { tenants: tenantId, environments, organisations, orgs: organisations };
  const ids = { ...names, 'api-keys': apiKeyId, ...person, ...webhook };
  return { tenantId, identityId: person.identities, neighbourId, key, ids };
}

/** A management key: its id, and what is sent. */
export async function newKey(
  { stepward }: Setting,
  tenantId: string,
  scopes: readonly ManagementScope[],
): Promise<{ readonly id: string; readonly key: string }> {
  const made = await stepward.apiKeys.create(systemCaller(tenantId), { name: 'walk', scopes });
  const { key, secret } = made._unsafeUnwrap();
  return { id: key.id, key: secret.reveal() };
}

async function newPerson({ stepward }: Setting, tenantId: string, name: string): Promise<string> {
  const identityId = `${name}-${tenantId}`;
  const number = phoneNumber(`+1415${String(3_000_000 + scenes * 2 + name.length)}`);
  const put = await stepward.identities.put(tenantId, {
    identityId,
    state: 'active',
    phone: { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  });
  put._unsafeUnwrap();
  return identityId;
}

/** A person with SMS, an app, a temporary pass, a trusted device, and a session that is challenged. */
async function personWithFactors(world: Setting, tenantId: string) {
  const { stepward, sms, clock, sessions } = world;
  const identityId = await newPerson(world, tenantId, 'alice');
  const caller = { tenantId, identityId, assurance: 'aal2' } as const;
  (await stepward.enrolments.start(caller))._unsafeUnwrap();
  const code = sms.lastCode(sms.sent.at(-1)?.to ?? '');
  (await stepward.enrolments.verify(caller, code))._unsafeUnwrap();
  const { secret } = (await stepward.totp.start(caller))._unsafeUnwrap();
  (await stepward.totp.verify(caller, appCode(secret, clock.now())))._unsafeUnwrap();
  const listed = (await stepward.authenticators.list(caller))._unsafeUnwrap();
  const app = listed.find(({ factor }) => factor === 'totp');
  const reason = { reason: 'a walk' };
  const given = await stepward.people.givePass(systemCaller(tenantId), identityId, reason);
  given._unsafeUnwrap();
  const sessionId = `session-${tenantId}`;
  sessions.begin(caller, sessionId);
  const challenged = { tenantId, factor: 'sms', identityId, sessionId };
  (await stepward.stepUp.challenge(challenged))._unsafeUnwrap();
  const trusted = await stepward.trustedDevices.trust({ ...caller, proven: ['totp'] });
  const { device } = trusted._unsafeUnwrap();
  const own = { authenticators: app?.id ?? '', 'trusted-devices': device.id };
  return { identities: identityId, ...own, sessions: sessionId };
}

/** A subscriber, and a delivery to it that has come to its end. */
async function webhookWithDelivery(world: Setting, tenantId: string) {
  const caller = systemCaller(tenantId);
  const { subscribers, deliveries } = world.stepward;
  const { subscriber } = (await subscribers.create(caller, { url: TARGET }))._unsafeUnwrap();
  const queued = (await deliveries.sendTest(caller, subscriber.id))._unsafeUnwrap();
  await makeAttempts(world, { type: 'answered', status: 200, retryAfter: null, body: '' });
  return { webhooks: subscriber.id, deliveries: queued.id, events: queued.eventId };
}
