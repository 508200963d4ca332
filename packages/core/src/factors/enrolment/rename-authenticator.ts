import { err, ok, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../../access/assurance.js';
import { findListed, type AuthenticatorNotFound, type Listed } from '../authenticator.js';
import { readAuthenticatorName, type NameMalformed } from '../authenticator-name.js';
import type { FactorRecord } from '../factor-record.js';
import { authoriseWrite, type FactorWrite } from './authorise-write.js';

export type RenameRefused = AssuranceInsufficient | AuthenticatorNotFound | NameMalformed;

/** A new name for one authenticator; `name` is unchecked input. */
export interface RenameAuthenticator extends FactorWrite {
  readonly record: FactorRecord;
  readonly id: string;
  readonly name: unknown;
}

/** An authenticator with its new name, and the record with it. */
export interface Renamed {
  readonly authenticator: Listed;
  /** The same record where the name is the one that it had. */
  readonly record: FactorRecord;
}

/** Names an authenticator. The order of the checks is 401, 404, 422. */
export function renameAuthenticator(rename: RenameAuthenticator): Result<Renamed, RenameRefused> {
  const { record, id } = rename;
  const authorised = authoriseWrite(rename);
  if (authorised.isErr()) return err(authorised.error);
  const found = findListed(record.authenticators, id);
  if (found.isErr()) return err(found.error);
  const name = readAuthenticatorName(rename.name);
  if (name.isErr()) return err(name.error);
  if (name.value === found.value.name) return ok({ authenticator: found.value, record });
  const authenticator = { ...found.value, name: name.value };
  const authenticators = record.authenticators.map((one) => (one.id === id ? authenticator : one));
  return ok({ authenticator, record: { ...record, authenticators } });
}
