import { expect } from 'vitest';
import type { Host } from './host.js';
import {
  bodyOf,
  EVENTS,
  KEYS,
  LOGS,
  MFA,
  PASSWORD,
  SMS,
  WEBHOOKS,
  type Organisation,
} from './tenant.js';

const EVERYTHING = [PASSWORD, MFA, SMS, LOGS, KEYS, EVENTS, WEBHOOKS];

/**
 * Runs `act` and demands that everything is as before: what the tenant can read of itself, and on
 * Postgres, with a superuser, every row of every table of every tenant.
 */
export async function leavingNoTrace<T>(
  { superuser }: Pick<Host, 'superuser'>,
  { path, tenant }: Organisation,
  act: () => Promise<T>,
): Promise<T> {
  const observer = superuser?.isOffered === true ? superuser : null;
  const paths = observer === null ? [path, ...EVERYTHING] : [path];
  const everything = async (): Promise<unknown> => ({
    shown: await Promise.all(paths.map(async (each) => bodyOf(await tenant.get(each)))),
    stored: await observer?.fingerprint(),
  });
  const before = await everything();
  // The tenant has a key at least: a digest of nothing would prove nothing.
  if (observer !== null) expect(before).toMatchObject({ stored: withRows('api_keys') });
  const result = await act();
  expect(await everything()).toEqual(before);
  return result;
}

function withRows(name: string): unknown {
  return expect.arrayContaining([
    expect.objectContaining({ name, digest: expect.any(String) as unknown }),
  ]);
}
