import type { Clock, Logger, PersonContext } from '@stepward/core';
import { inTime, isObject } from '@stepward/core/adapter';
import { describeError, isId } from '@stepward/http';
import type { KnownPerson, PeoplePort } from './people-port.js';
import { shownName } from '../parts/shown-name.js';

/** The most people that a search shows. */
const MOST_FOUND = 20;

/** How long the host may take, in milliseconds. */
const DEADLINE_MS = 5_000;

/** A person as the pages show it. */
export interface NamedPerson {
  readonly identityId: string;
  /** Null where the host has none. */
  readonly name: string | null;
}

/** The host's records of people as the pages use them: they may be absent, slow, or hold anything. */
export interface PeopleNames {
  /** Whether people can be searched by name. */
  readonly isSearchable: boolean;
  /** The people who match; null where the host failed. */
  search(tenantId: string, text: string): Promise<readonly NamedPerson[] | null>;
  /** The name of a person, as the host has it, and what the deadline is computed by. Where the host failed, nothing is known. */
  find(
    tenantId: string,
    identityId: string,
  ): Promise<{ readonly name: string | null; readonly context: PersonContext }>;
}

export interface PeopleNamesOptions {
  /** Null for a host that passes none. */
  readonly port: PeoplePort | null;
  readonly clock: Pick<Clock, 'timeout'>;
  readonly logger: Pick<Logger, 'warn'>;
}

export function createPeopleNames({ port, clock, logger }: PeopleNamesOptions): PeopleNames {
  /** Null where the host failed. What was typed or thrown may name people, so neither is logged. */
  async function ask<T>(
    tenantId: string,
    method: keyof PeoplePort,
    answer: () => Promise<T>,
  ): Promise<T | null> {
    const deadline = clock.timeout(DEADLINE_MS);
    try {
      return await inTime(answer(), deadline);
    } catch (thrown) {
      const reason = deadline.aborted ? 'timeout' : describeError(thrown).name;
      logger.warn({ tenantId, method, reason }, "the host's records of people failed");
      return null;
    }
  }

  return {
    isSearchable: port !== null,

    async search(tenantId, text) {
      if (port === null) return [];
      return ask(tenantId, 'search', async () => foundPeople(await port.search(tenantId, text)));
    },

    async find(tenantId, identityId) {
      if (port === null) return knownPerson(null);
      const find = async () => knownPerson(await port.find(tenantId, identityId));
      return (await ask(tenantId, 'find', find)) ?? knownPerson(null);
    },
  };
}

/** @throws TypeError where it is no list. */
function foundPeople(found: unknown): readonly NamedPerson[] {
  if (!Array.isArray(found)) throw new TypeError('people.search must return a list');
  const people: NamedPerson[] = [];
  // A host may return its whole table: what is not shown is not read.
  for (const person of found as readonly unknown[]) {
    const { identityId, name }: Fields<NamedPerson> = isObject(person) ? person : {};
    if (isId(identityId)) people.push({ identityId, name: shownName(name) });
    if (people.length === MOST_FOUND) break;
  }
  return people;
}

function knownPerson(known: unknown) {
  const { name, organisationId, memberSince }: Fields<KnownPerson> = isObject(known) ? known : {};
  const isTime = memberSince instanceof Date && !Number.isNaN(memberSince.getTime());
  return {
    name: typeof name === 'string' ? name : null,
    context: {
      organisationId: isId(organisationId) ? organisationId : null,
      memberSince: isTime ? memberSince : null,
    },
  };
}

type Fields<Of> = { readonly [Name in keyof Of]?: unknown };
