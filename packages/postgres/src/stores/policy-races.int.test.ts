import { systemCaller } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { expect, inject, it } from 'vitest';
import { stepwardOver } from '../../test/stepward-over.js';
import { createPostgresStorage, migrate } from '../index.js';

const database = await testDatabase();
const pool = database.pool({ max: 8 });
await migrate({ pool });
/** The whole campaign has 100. */
const ROUNDS = inject('tier') === 'full' ? 100 : 15;

const { policies, organisations, audit } = stepwardOver(createPostgresStorage({ pool }));

it('two changes of different fields of one policy at once both hold, in many rounds', async () => {
  const manager = systemCaller('acme');
  await organisations.put('acme', 'org-1');
  for (let round = 0; round < ROUNDS; round += 1) {
    const passwordMinLength = 8 + round;
    const sessionTimeoutMinutes = 5 + round;
    const changes = [{ passwordMinLength }, { sessionTimeoutMinutes }];

    const answers = await Promise.all(
      changes.map((change) => policies.update(manager, 'org-1', change)),
    );

    expect(answers.map((answer) => answer.isOk())).toEqual([true, true]);
    const policy = (await policies.get('acme', 'org-1'))._unsafeUnwrap();
    expect(policy).toMatchObject({ passwordMinLength, sessionTimeoutMinutes });
  }
  expect(await audit.verifyChain('acme')).toBeNull();
});
