import { err, ok, type PhoneNumber } from '@stepward/core';
import type { DecisionParts, DecisionUnit } from '@stepward/core/adapter';
import { DEFAULT_TENANT } from '@stepward/core/policy';
import type { Session } from '../rows/index.js';
import { appendTrail, readPolicy } from '../stores/index.js';
import { endCodes, readChallenge } from './codes.js';
import { changeGrants, findGrant } from './grants.js';
import { readDues, writeDues } from './enrolments-due.js';
import { findIdentity, putIdentity } from './identity-store.js';
import { isTaken, readRecord, writeRecord } from './record-parts.js';
import { changeSendCounters, readSendCounters } from './send-counters.js';
import { insertMessage } from './sms-messages.js';
import { readDevices, writeDevices } from './trusted-devices.js';

/** A unit of work, with the statements that a decision is read and stored by. */
export type SqliteUnit = DecisionUnit & { readonly session: Session };

/** Reads and stores what decisions are about. The unit of work has the whole file, so it guards nothing. */
export const decisionParts: DecisionParts<SqliteUnit> = {
  async read(key, counters, organisationId, { session }) {
    const { tenant, ...overrides } = readPolicy(session, organisationId);
    return {
      tenant: tenant ?? DEFAULT_TENANT,
      record: readRecord(session, key),
      challenge: key.purpose === 'step_up' ? readChallenge(session, key.sessionId) : null,
      counters: readSendCounters(session, counters),
      policy: organisationId === null ? null : overrides,
      trustedDevices: readDevices(session, key.identityId),
      grant: findGrant(session, key.grants ?? []),
      enrolmentsDue: readDues(session, key.identityId),
    };
  },
  async write(key, before, decided, { session }) {
    const { outcome, record, dailySend, ended, counted, sentMessage, grant, trail } = decided;
    if (dailySend) {
      const { bound, ...send } = dailySend;
      const count = addDailySend(session, send);
      if (bound !== null && count > bound.most) return err(bound.otherwise);
    }
    if (decided.ifTaken !== undefined && isTaken(session, key, record)) return err(decided.ifTaken);
    if (ended) endCodes(session, key.identityId, ended);
    writeRecord(session, key, before, record);
    if (decided.trustedDevices) writeDevices(session, key.identityId, decided.trustedDevices);
    if (decided.enrolmentsDue) writeDues(session, key.identityId, decided.enrolmentsDue);
    if (counted) changeSendCounters(session, counted);
    if (sentMessage) insertMessage(session, sentMessage);
    if (grant) changeGrants(session, grant);
    if (trail) appendTrail(session, trail);
    if (decided.verifiedPhone !== undefined) {
      setVerifiedPhone(session, key.identityId, decided.verifiedPhone);
    }
    return ok(outcome);
  },
};

/** Returns the count of the day, with this send. */
function addDailySend(
  { sql }: Session,
  send: { readonly day: string; readonly share: string; readonly add: number },
): number {
  const [row] = sql.all(
    `insert into stepward_daily_sends (tenant_id, day, share, count)
      values (@tenantId, @day, @share, @add)
      on conflict do update set count = count + excluded.count returning count`,
    send,
  );
  return (row as { readonly count: number }).count;
}

function setVerifiedPhone(session: Session, identityId: string, number: PhoneNumber | null): void {
  const identity = findIdentity(session, identityId);
  if (identity === null) return;
  const phone = number === null ? null : { number, verified: true };
  putIdentity(session, { ...identity, phone });
}
