import { randomBytes } from 'node:crypto';
import { defineCommand, textOption, type Form } from '../command.js';
import { Failure } from '../failures.js';
import {
  publicKeysFor,
  SIGNING_KEYS,
  SIGNING_KEYS_ENVIRONMENT,
  storedKeys,
  type StoredKey,
  type StoredKeys,
} from '../signing-keys.js';
import { TENANT_OPTION } from '../tenant.js';

const ID_OPTION = textOption(
  '<id>',
  'the kid of the new key, by default the day and a random part',
  {
    text: '1 to 64 characters',
    accepts: (value) => value.length >= 1 && value.length <= 64,
  },
);

export const keysCreate = defineCommand({
  name: 'keys create',
  summary: 'Makes keys for asymmetric webhook signatures, and prints them once',
  details: [
    'Standard output is the options of createSigningKeys as JSON, for your secret manager.',
    'With them any program can sign as your service. Nothing is stored.',
  ],
  options: { id: ID_OPTION },
  environment: {},
  examples: ['stepward keys create', 'stepward keys create --id 2026-11'],
  async run({ options, print, say }) {
    const now = new Date();
    const keys: StoredKeys = { active: newKey(options.id, now), previous: [] };
    if (await print(JSON.stringify(keys), keys)) say(`made the key ${keys.active.id}`);
    return 0;
  },
});

const MAX_OVERLAP_HOURS = 8_760;

const OVERLAP_FORM: Form = {
  text: `hours, 0 to ${String(MAX_OVERLAP_HOURS)}`,
  accepts: (value) => /^\d{1,4}$/.test(value) && Number(value) <= MAX_OVERLAP_HOURS,
};

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Replaces the active key for webhook signatures, and prints the new keys once',
  details: [
    'The old key signs beside the new one until the overlap ends, and so do the keys',
    'before it whose time has not come. Give the keys to all processes of your service.',
  ],
  options: {
    id: ID_OPTION,
    'overlap-hours': textOption(
      '<0..8760>',
      'how long the old key still signs, 24 by default',
      OVERLAP_FORM,
    ),
  },
  environment: SIGNING_KEYS_ENVIRONMENT,
  examples: ['stepward keys rotate > new-keys.json', 'stepward keys rotate --overlap-hours 168'],
  async run({ options, variable, print, say }) {
    const now = new Date();
    const stored = await storedKeys(variable(SIGNING_KEYS));
    const end = new Date(now.getTime() + Number(options['overlap-hours'] ?? 24) * HOUR_MS);
    const keys = rotatedKeys(stored, newKey(options.id, now), end, now);
    await checkKeys(keys);
    if (await print(JSON.stringify(keys), keys)) {
      say(`made the key ${keys.active.id}; ${stored.active.id} signs until ${end.toISOString()}`);
    }
    return 0;
  },
});

export const keysList = defineCommand({
  name: 'keys list',
  summary: 'Lists the keys for webhook signatures, and the public keys of a tenant',
  details: ['It never prints a private key.'],
  options: {
    tenant: textOption(TENANT_OPTION.placeholder, 'the tenant that the public keys are printed of'),
  },
  environment: SIGNING_KEYS_ENVIRONMENT,
  examples: ['stepward keys list', 'stepward keys list --tenant acme'],
  async run({ options: { tenant }, variable, print }) {
    const stored = await storedKeys(variable(SIGNING_KEYS));
    const now = new Date();
    const publicKeys = tenant === undefined ? null : await publicKeysFor(stored, tenant, now);
    const listed = [stored.active, ...stored.previous].map((key) => ({
      id: key.id,
      status: statusOf(key, stored, now),
      until: key.until ?? null,
      ...(publicKeys !== null && { public_key: publicKeys.get(key.id) ?? null }),
    }));
    const lines = listed.map(({ id, status, until, public_key: text }) =>
      [id, status, until, text].filter((part) => typeof part === 'string').join('  '),
    );
    await print(lines.join('\n'), listed);
    return 0;
  },
});

const HOUR_MS = 3_600_000;

function newKey(id: string | undefined, now: Date): StoredKey {
  const day = now.toISOString().slice(0, 10);
  const fallback = `${day}-${randomBytes(2).toString('hex')}`;
  return { id: id ?? fallback, secret: randomBytes(32).toString('base64') };
}

/** The keys after a rotation: no key signs longer than it did, and none that has ended stays. */
export function rotatedKeys(
  { active, previous }: StoredKeys,
  fresh: StoredKey,
  end: Date,
  now: Date,
): StoredKeys {
  const retired = [active, ...previous].map((key) => ({ ...key, until: earlierEnd(key, end) }));
  return { active: fresh, previous: retired.filter(({ until }) => new Date(until) > now) };
}

function earlierEnd({ until }: StoredKey, end: Date): string {
  return until !== undefined && new Date(until) < end ? until : end.toISOString();
}

/** @throws Failure where there would be more keys at once than a receiver tries, or one id twice. */
async function checkKeys(keys: StoredKeys): Promise<void> {
  const { createSigningKeys } = await import('@stepward/core');
  try {
    createSigningKeys(keys);
  } catch (error) {
    const reason =
      keys.previous.length > 3
        ? 'at most 3 keys may sign beside the active one: wait until one has ended'
        : `the id ${keys.active.id} is in use`;
    throw new Failure('keys_not_rotated', `no key was made: ${reason}`, { cause: error });
  }
}

function statusOf(key: StoredKey, { active }: StoredKeys, now: Date): string {
  if (key === active) return 'active';
  return key.until === undefined || now < new Date(key.until) ? 'signs' : 'ended';
}
