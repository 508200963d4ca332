/** An administrator's reset in a process that dies at each of its statements: its connection ends, and nothing follows. */
import { createStepward, systemCaller, type Sessions, type Stepward } from '@stepward/core';
import { testDatabase } from '@stepward/dev-postgres';
import { appCode, createFixedClock } from '@stepward/testing';
import { expect, it } from 'vitest';
import { createInterceptingPool } from '../../test/intercepting-pool.js';
import { person, stepwardOptionsOver } from '../../test/stepward-over.js';
import { createPostgresStorage, type PostgresPool } from '../index.js';

const ADMINISTRATOR = systemCaller('acme');
const REASON = { reason: 'lost her phone' };

const database = await testDatabase();
const live = database.pool();
const mortal = database.pool();
const clock = createFixedClock();
/** Whose sessions the host was asked to end. */
const ended: string[] = [];
const sessions: Sessions = {
  list: async () => [],
  end: async () => false,
  async endOthers({ identityId }) {
    ended.push(identityId);
  },
};
const healthy = stepwardOver(live);

function stepwardOver(pool: PostgresPool): Stepward {
  const options = stepwardOptionsOver(createPostgresStorage({ pool }));
  return createStepward({ ...options, clock, sessions });
}

/** The services of a process that dies at its `nth` statement from 1, before it is sent or after it was answered. */
function doomedStepward(nth: number, when: 'before' | 'after'): Stepward {
  let count = 0;
  const pool = createInterceptingPool(mortal, async (query, go, pid) => {
    count += 1;
    if (count < nth) return go(query);
    if (count === nth) {
      if (when === 'after') await go(query);
      await live.query('select pg_terminate_backend($1, 10000)', [pid]);
    }
    throw new Error('the process is dead');
  });
  return stepwardOver(pool);
}

async function enrol(identityId: string): Promise<void> {
  const caller = { tenantId: 'acme', identityId, assurance: null };
  (await healthy.identities.put('acme', person(identityId)))._unsafeUnwrap();
  const { secret } = (await healthy.totp.start(caller))._unsafeUnwrap();
  (await healthy.totp.verify(caller, appCode(secret, clock.now())))._unsafeUnwrap();
}

/** A page of what all people left: events of one moment come in any order. */
const ALL = { limit: 100 };

/** What there is of a person after a reset. */
async function tracesOf(identityId: string) {
  const { methods } = (await healthy.people.see(ADMINISTRATOR, identityId))._unsafeUnwrap();
  const removal = { type: 'factor.removed', identityId } as const;
  const { items: entries } = await healthy.authenticationLog.list('acme', removal, ALL);
  const { items: audit } = await healthy.audit.list('acme', { type: 'identity.mfa_reset' }, ALL);
  const { items: events } = await healthy.events.list('acme', { type: 'mfa.factor_removed' }, ALL);
  return {
    factors: methods.length,
    entries: entries.length,
    audit: audit.filter(({ target }) => target === identityId).length,
    events: events.filter(({ data }) => JSON.parse(data).identity_id === identityId).length,
    isSignedOut: ended.includes(identityId),
  };
}

it.each([['before'], ['after']] as const)(
  'leaves everything or nothing where it dies %s a statement, and removes no factor of a person who is signed in',
  async (when) => {
    const left: string[] = [];
    for (let nth = 1; ; nth += 1) {
      const identityId = `${when}-${String(nth)}`;
      await enrol(identityId);
      const reset = await doomedStepward(nth, when)
        .people.reset(ADMINISTRATOR, identityId, REASON)
        .catch(() => null);
      if (reset !== null) break; // it has fewer statements
      const { factors, isSignedOut, ...traces } = await tracesOf(identityId);
      const removed = factors === 0 ? 1 : 0;
      expect(traces).toEqual({ entries: removed, audit: removed, events: removed });
      left.push(`${removed === 1 ? 'reset' : 'enrolled'}, signed ${isSignedOut ? 'out' : 'in'}`);

      (await healthy.people.reset(ADMINISTRATOR, identityId, REASON))._unsafeUnwrap();
      expect(await tracesOf(identityId)).toEqual({
        factors: 0,
        entries: 1,
        audit: removed + 1,
        events: 1,
        isSignedOut: true,
      });
    }
    expect([...new Set(left)]).toEqual([
      'enrolled, signed in',
      'enrolled, signed out',
      'reset, signed out',
    ]);
  },
);
