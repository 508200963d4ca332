import type { Identity, PhoneNumber } from '@stepward/core';
import type { Random } from '@stepward/core';

/** A person of a tenant. The same ids are used in each tenant, so that a mix-up would show. */
export interface Person {
  readonly tenantId: string;
  readonly identityId: string;
  /** The numbers that an administrator moves the person between; nobody else has them. */
  readonly numbers: readonly [PhoneNumber, PhoneNumber];
}

export const TENANTS = ['acme', 'beta'] as const;

const NAMES = ['ada', 'bob', 'cyd'] as const;

/** Whose phone nobody has: who types a code of this person guesses. */
export const VICTIM = 'cyd';

export const PEOPLE: readonly Person[] = TENANTS.flatMap((tenantId, tenant) =>
  NAMES.map((identityId, place) => ({
    tenantId,
    identityId,
    numbers: [numberOf(2 * place, tenant), numberOf(2 * place + 1, tenant)] as const,
  })),
);

function numberOf(place: number, tenant: number): PhoneNumber {
  return `+1415555${String(2_000 + 100 * tenant + place)}` as PhoneNumber;
}

export function drawPerson(random: Random): Person {
  const [first] = PEOPLE;
  const drawn = PEOPLE[random.integer(PEOPLE.length)] ?? first;
  if (drawn === undefined) throw new TypeError('there are no people');
  return drawn;
}

/** Tells people apart over all tenants. */
export function keyOf({ tenantId, identityId }: Pick<Person, 'tenantId' | 'identityId'>): string {
  return `${tenantId}/${identityId}`;
}

export function identityOf({ identityId, numbers }: Person, place: 0 | 1): Identity {
  return {
    ...{ identityId, state: 'active', otherFactors: [], backupCodesRemaining: 0, locale: null },
    phone: { number: numbers[place], verified: true },
  };
}
