/** How often a page asks the database. */
import { createKeyRing, createStepward, type Sessions } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { createFetchHandler } from '@stepward/http';
import { createCodePage, createSecurityPage } from '@stepward/pages';
import { createPostgresStorage } from '@stepward/postgres';
import { expect, it } from 'vitest';
import { createRecordingPool } from '../../packages/postgres/test/recording-pool.js';
import { person, stepwardOptionsOver } from '../../packages/postgres/test/stepward-over.js';

const OWNER = { tenantId: 'acme', identityId: 'ada', sessionId: 'session-1' };

const database = await testDatabase();
const pool = createRecordingPool(database.pool());
const options = stepwardOptionsOver(createPostgresStorage({ pool }));
const stepward = createStepward(options);
(await stepward.identities.put('acme', person('ada')))._unsafeUnwrap();
await stepward.organisations.put('acme', 'org_main');

const shared = {
  stepward,
  keys: createKeyRing({ active: { id: 'links', secret: new Uint8Array(32).fill(3) } }),
  publicUrl: 'https://app.example.com',
  brand: { name: 'Example' },
};

it.each([null, 'org_main'])(
  'GET /security reads the person to admit them, and then the account once (%s)',
  async (organisationId) => {
    const page = createSecurityPage({
      ...shared,
      signedIn: () => ({ ...OWNER, organisationId, assurance: 'aal1' }),
      stepUpAddress: () => '/sms-verify',
    });
    pool.take();

    const answer = await createFetchHandler(page)(new Request(`${shared.publicUrl}/security`));

    expect(answer.status).toBe(200);
    expect(pool.take()).toEqual(['decision_read', 'decision_read_person']);
  },
);

it('GET /security reads once more where the host lists sessions', async () => {
  const sessions: Sessions = {
    list: async () => [],
    end: async () => false,
    endOthers: async () => undefined,
  };
  const page = createSecurityPage({
    ...shared,
    stepward: createStepward({ ...options, sessions }),
    signedIn: () => ({ ...OWNER, organisationId: 'org_main', assurance: 'aal1' }),
    stepUpAddress: () => '/sms-verify',
  });
  pool.take();

  const answer = await createFetchHandler(page)(new Request(`${shared.publicUrl}/security`));

  expect(answer.status).toBe(200);
  expect(pool.take().toSorted()).toEqual([
    'decision_read',
    'decision_read',
    'decision_read_person',
  ]);
});

it('GET /sms-verify reads the use of the link, and the account once', async () => {
  const page = createCodePage({ ...shared, isSessionActive: () => true, onVerified: () => null });
  const link = (await page.createVerifyLink(OWNER))._unsafeUnwrap();
  pool.take();

  const answer = await createFetchHandler(page)(new Request(link));

  expect(answer.status).toBe(200);
  const used = ['begin', 'idempotency_reserve', 'commit'];
  expect(pool.take()).toEqual([...used, 'decision_read_person']);
});
