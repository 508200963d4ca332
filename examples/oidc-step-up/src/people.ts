/** The people of the example. A real service has a table, and hashes of passwords. */
export interface Person {
  readonly id: string;
  readonly password: string;
  readonly phone: string;
  /** Whose security policy counts for this person. */
  readonly organisationId: string;
  /** Whether the person has a second factor. */
  readonly isEnrolled: boolean;
}

export const TENANT_ID = 'acme';

const PASSWORD = 'correct horse';

export const PEOPLE: readonly Person[] = [
  // Is asked for a code where a client demands aal2.
  {
    id: 'ada',
    password: PASSWORD,
    phone: '+14155550101',
    organisationId: 'org_open',
    isEnrolled: true,
  },
  // Is asked for a code at every consent, by the policy of the organisation.
  {
    id: 'bea',
    password: PASSWORD,
    phone: '+14155550102',
    organisationId: 'org_strict',
    isEnrolled: true,
  },
  // Cannot pass where a second factor is required.
  {
    id: 'cem',
    password: PASSWORD,
    phone: '+14155550103',
    organisationId: 'org_strict',
    isEnrolled: false,
  },
];

/** Null for an unknown id. */
export function findPerson(id: string): Person | null {
  return PEOPLE.find((person) => person.id === id) ?? null;
}
