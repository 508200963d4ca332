/** Stepward, with one tenant, two organisations and three people, two of whom have a second factor. */
import {
  createKeyRing,
  createStepward,
  parsePhoneNumber,
  systemCaller,
  type Result,
  type Stepward,
} from '@stepward/core';
import { createPostgresStorage } from '@stepward/postgres';
import type { Pool } from 'pg';
import { PEOPLE, TENANT_ID, type Person } from './people.js';
import type { Phones } from './phones.js';

export interface IdentityOptions {
  readonly pool: Pool;
  readonly phones: Phones;
  /** 32 random bytes in base64. */
  readonly codeKey: string;
}

export function createIdentity({ pool, phones, codeKey }: IdentityOptions): Stepward {
  return createStepward({
    storage: createPostgresStorage({ pool }),
    smsSender: phones.sender,
    codeKeys: createKeyRing({ active: { id: 'key-1', secret: codeKey } }),
  });
}

/** Writes the example's data, unless it is there. */
export async function createExampleData(stepward: Stepward, phones: Phones): Promise<void> {
  const caller = systemCaller(TENANT_ID, 'example');
  const sms = { enabled: true, mfaEnabled: true, appName: 'Acme' };
  const mfa = { enforcement: 'disabled' } as const;
  must(await stepward.tenants.configure(caller, { sms, mfa }));
  await stepward.organisations.put(TENANT_ID, 'org_open');
  await stepward.organisations.put(TENANT_ID, 'org_strict');
  const strict = { mfaEnforcement: 'required', unenrolledUserAction: 'block', gracePeriodMs: 0 };
  must(await stepward.policies.update(caller, 'org_strict', strict));
  for (const person of PEOPLE) await createPerson(stepward, phones, person);
}

async function createPerson(
  { identities, enrolments }: Stepward,
  phones: Phones,
  { id, phone, isEnrolled }: Person,
): Promise<void> {
  const number = parsePhoneNumber(phone)._unsafeUnwrap();
  const known = await identities.find(TENANT_ID, id);
  if (known !== null) return;
  const identity = {
    identityId: id,
    state: 'active',
    phone: { number, verified: true },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  } as const;
  must(await identities.put(TENANT_ID, identity));
  if (!isEnrolled) return;
  const person = { tenantId: TENANT_ID, identityId: id, assurance: 'aal1' } as const;
  must(await enrolments.start(person));
  must(await enrolments.verify(person, phones.lastCode(phone)));
}

function must(result: Result<unknown, { readonly code: string }>): void {
  if (result.isErr()) {
    throw new Error(`the example's data could not be written: ${result.error.code}`);
  }
}
