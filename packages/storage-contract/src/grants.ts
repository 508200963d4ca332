import assert from 'node:assert/strict';
import type { Storage } from '@stepward/core';
import { purgeStorage, type StoredGrant } from '@stepward/core/adapter';
import { appCode } from '@stepward/testing';
import { addMs } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  accepted,
  caller,
  createContractHost,
  decide,
  decideInVain,
  inParallel,
  OTHER_TENANT,
  readFacts,
  scopeOf,
  tally,
  TENANT,
} from './contract-host.js';
import { FULL_RECORD, GRANT, KEY } from './samples.js';

/** What holds for the grants of operations. */
export const grantCases: readonly StorageContractCase[] = [
  {
    name: 'a grant comes back as it was made, by one of its names, to its own tenant alone',
    async run(createStorage) {
      const storage = await createStorage();
      const other = { ...GRANT, name: 'azE.other', factor: 'totp' } as const;
      await make(storage, GRANT);
      await make(storage, other);

      assert.deepEqual(await find(storage, ['none', GRANT.name]), GRANT);
      assert.deepEqual(await find(storage, [other.name]), other);
      assert.equal(await find(storage, [GRANT.name.toLowerCase(), 'none']), null);
      assert.equal(await find(storage, []), null);
      assert.equal(await find(storage, [GRANT.name], OTHER_TENANT), null);
      assert.equal((await readFacts(storage, scopeOf(KEY))).grant, null);
    },
  },
  {
    name: 'a grant is made and spent with its decision, or not at all',
    async run(createStorage) {
      const storage = await createStorage();
      const record = { ...FULL_RECORD, authenticators: [] };
      const grant = { type: 'made', grant: GRANT } as const;
      await decideInVain(storage, scopeOf(KEY), { record, grant });
      assert.equal(await find(storage, [GRANT.name]), null);

      await decide(storage, scopeOf(KEY), () => ({ record, grant }));
      const spent = { type: 'spent', name: GRANT.name } as const;
      await decideInVain(storage, scopeOf(KEY), { grant: spent });
      assert.deepEqual(await find(storage, [GRANT.name]), GRANT);

      const ofOther = scopeOf(KEY, OTHER_TENANT);
      await decide(storage, ofOther, () => ({ record, grant }));
      await decide(storage, ofOther, () => ({ grant: spent }));
      assert.equal(await find(storage, [GRANT.name], OTHER_TENANT), null);
      assert.deepEqual(await find(storage, [GRANT.name]), GRANT);
      await decide(storage, scopeOf(KEY), () => ({ grant: spent }));
      assert.equal(await find(storage, [GRANT.name]), null);
    },
  },
  {
    name: 'of 40 parallel uses of one grant one succeeds',
    async run(createStorage) {
      const { totp, clock, stepUp, grants } = await createContractHost(createStorage);
      const { secret } = accepted(await totp.start(caller()));
      accepted(await totp.verify(caller(), appCode(secret, clock.now())));
      clock.advance(30_000);
      const session = { tenantId: TENANT, identityId: 'ada', sessionId: 'session-1' };
      const operation = { id: 'payment', text: 'Pay 120.00', data: { amount: '120.00' } };
      const answering = { ...session, factor: 'totp', operation };
      const code = appCode(secret, clock.now());
      const { grant } = accepted(await stepUp.verify(answering, code));
      assert.ok(grant);

      const uses = await inParallel(40, () =>
        grants.use({ ...session, operation, grant: grant.reveal() }),
      );

      assert.deepEqual(tally(uses), { ok: 1, grant_invalid: 39 });
    },
  },
  {
    name: 'purge removes a grant when it expires, and not before',
    async run(createStorage) {
      const storage = await createStorage();
      await make(storage, GRANT);
      await purgeStorage(storage, addMs(GRANT.expiresAt, -1));
      assert.deepEqual(await find(storage, [GRANT.name]), GRANT);
      await purgeStorage(storage, GRANT.expiresAt);
      assert.equal(await find(storage, [GRANT.name]), null);
    },
  },
];

function make(storage: Storage, grant: StoredGrant): Promise<void> {
  return decide(storage, scopeOf(KEY), () => ({ grant: { type: 'made', grant } }));
}

async function find(
  storage: Storage,
  grants: readonly string[],
  tenantId = TENANT,
): Promise<StoredGrant | null> {
  return (await readFacts(storage, { ...scopeOf(KEY, tenantId), grants })).grant;
}
