import { createStepward, type IdentityDirectoryFactory } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { describe, expect, it } from 'vitest';
import { person, stepwardOptionsOver } from '../../test/stepward-over.js';
import { createPostgresStorage } from '../index.js';

const database = await testDatabase();
const pool = database.pool();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** As docs/embedding.md has it, over a table whose ids are of the given type. */
function directoryOver(
  table: string,
  isId: ((identityId: string) => boolean) | null,
): IdentityDirectoryFactory {
  return ({ transaction }) => ({
    ...(isId !== null && { isId }),
    async find(identityId) {
      const text = `select id from ${table} where id = $1`;
      const { rows } = await transaction.query(text, [identityId]);
      return rows.length === 0 ? null : person(identityId);
    },
    async setVerifiedPhone() {
      // Nothing of this test sets one.
    },
  });
}

describe.each([
  ['uuid', '0b9bb2a4-7d3c-4d4e-9b1c-2f1f5f0f8a11', (id: string) => UUID.test(id)],
  ['integer', '17', (id: string) => /^[1-9][0-9]{0,8}$/.test(id)],
])("a host's table whose ids are of the type %s", (type, known, isId) => {
  const table = `people_${type}`;
  const storage = createPostgresStorage({ pool });
  const identitiesOver = (check: typeof isId | null) =>
    createStepward({ ...stepwardOptionsOver(storage), directory: directoryOver(table, check) })
      .identities;

  it('has no identity with an id that isId of the directory refuses', async () => {
    await pool.query(`create table ${table} (id ${type} primary key)`);
    await pool.query(`insert into ${table} values ($1)`, [known]);

    const identities = identitiesOver(isId);
    expect((await identities.find('acme', known))?.identityId).toBe(known);
    for (const none of ['abc', '', '-1', '1e3', '99999999999999999999', `${known} `]) {
      expect(await identities.find('acme', none), none).toBeNull();
    }

    await expect(identitiesOver(null).find('acme', 'abc')).rejects.toThrow(
      /^invalid input syntax.*Give the directory, or the organisations, `isId`$/,
    );
  });
});
