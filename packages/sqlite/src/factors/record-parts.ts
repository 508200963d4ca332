import { EMPTY_SEND_LEDGER, type FactorRecordKey, type SendLedger } from '@stepward/core/adapter';
import type { Authenticators, FactorRecord } from '@stepward/core/factors';
import { fromJson, type Session, toJson } from '../rows/index.js';
import { readCode, writeCode } from './codes.js';
import { factorName } from './factor-name.js';

type PartName = Exclude<keyof FactorRecord, 'state'>;

/** Reads a record: its code, the parts of its identity, and the sends to the destination. */
export function readRecord(session: Session, key: FactorRecordKey): FactorRecord {
  const identity = partsOf(session, identitySubject(key));
  const destination =
    key.destinationKey === null ? NO_PARTS : partsOf(session, destinationSubject(key));
  return {
    authenticators: storedAuthenticators(identity.get('authenticators')),
    state: readCode(session, key),
    sends: storedSends(identity.get('sends')),
    wrongGuesses: storedTimes(identity.get('wrongGuesses')),
    refusals: storedTimes(identity.get('refusals')),
    starts: storedTimes(identity.get('starts')),
    destinationSends: storedSends(destination.get('destinationSends')),
  };
}

/** Stores the parts that differ by reference. */
export function writeRecord(
  session: Session,
  key: FactorRecordKey,
  before: FactorRecord,
  after: FactorRecord,
): void {
  const put = (subject: string, part: PartName, lastUse: readonly Date[] | null): void => {
    if (after[part] !== before[part]) writePart(session, subject, part, after[part], lastUse);
  };
  const identity = identitySubject(key);
  put(identity, 'authenticators', null);
  put(identity, 'sends', after.sends.sentAt);
  for (const part of ['wrongGuesses', 'refusals', 'starts'] as const) {
    put(identity, part, after[part]);
  }
  if (key.destinationKey !== null) {
    put(destinationSubject(key), 'destinationSends', after.destinationSends.sentAt);
  }
  if (after.state !== before.state) writeCode(session, key, after.state);
}

/** Whether another identity has an authenticator with the id of one of the record's. It reads those of all identities. */
export function isTaken(
  { sql }: Session,
  key: FactorRecordKey,
  { authenticators }: FactorRecord,
): boolean {
  const ids = toJson(authenticators.map(({ id }) => id));
  const owner = sql.first(
    `select 1 from stepward_record_parts as others, json_each(others.value) as one
      where others.tenant_id = @tenantId and others.part = 'authenticators' and others.subject <> @subject
        and one.value ->> 'id' in (select value from json_each(@ids))`,
    { subject: identitySubject(key), ids },
  );
  return owner !== undefined;
}

function identitySubject({ identityId }: FactorRecordKey): string {
  return `identity:${identityId}`;
}

function destinationSubject({ destinationKey }: FactorRecordKey): string {
  return `destination:${String(destinationKey)}`;
}

/** The stored parts by name. */
type Parts = ReadonlyMap<string, unknown>;

const NO_PARTS: Parts = new Map();

function partsOf({ sql }: Session, subject: string): Parts {
  const rows = sql.all(
    'select part, value from stepward_record_parts where tenant_id = @tenantId and subject = @subject',
    { subject },
  ) as readonly { readonly part: string; readonly value: string }[];
  return new Map(rows.map(({ part, value }) => [part, fromJson(value)]));
}

/** @param uses a part is purged when none of them counts any more; null keeps it */
function writePart(
  { sql }: Session,
  subject: string,
  part: PartName,
  value: FactorRecord[PartName],
  uses: readonly Date[] | null,
): void {
  const lastUsedAt = uses && Math.max(0, ...uses.map((use) => use.getTime()));
  sql.run(
    `insert into stepward_record_parts (tenant_id, subject, part, value, last_used_at)
      values (@tenantId, @subject, @part, @value, @lastUsedAt)
      on conflict do update set value = excluded.value, last_used_at = excluded.last_used_at`,
    { subject, part, value: toJson(value), lastUsedAt },
  );
}

function storedAuthenticators(value: unknown): Authenticators {
  const authenticators = (value ?? []) as Authenticators;
  for (const { factor } of authenticators) factorName(factor);
  return authenticators;
}

function storedSends(value: unknown): SendLedger {
  return (value as SendLedger | undefined) ?? EMPTY_SEND_LEDGER;
}

function storedTimes(value: unknown): readonly Date[] {
  return (value as readonly Date[] | undefined) ?? [];
}
