import {
  DEFAULT_SMS_SETTINGS,
  parsePhoneNumber,
  systemCaller,
  type Identity,
  type Stepward,
  type TenantChange,
} from '@stepward/core';
import { DEFAULT_MFA_POLICY, DEFAULT_PASSWORD_POLICY } from '@stepward/core/policy';

/** One tenant of the demo, as the fixture writes it. */
export interface DemoTenant {
  readonly tenantId: string;
  /** Whole records: they set back a database that was used before. */
  readonly settings: TenantChange;
  readonly hipaa: boolean;
  readonly users: readonly DemoUser[];
  readonly organisations: readonly string[];
}

/** A person of the demo. */
export interface DemoUser {
  readonly name: string;
  readonly phone: { readonly number: string; readonly verified: boolean } | null;
}

const verified = (number: string): DemoUser['phone'] => ({ number, verified: true });

const SMS_OFF = {
  ...DEFAULT_SMS_SETTINGS,
  appName: 'Demo',
  originHost: 'localhost',
  // Its messages cost nothing.
  dailyBudget: null,
};
const SMS_ON = { ...SMS_OFF, enabled: true, mfaEnabled: true };

/** `user01` … `user20`, +14155550111 to +14155550130. */
const crowd = Array.from({ length: 20 }, (_, index) => ({
  name: `user${String(index + 1).padStart(2, '0')}`,
  phone: verified(`+141555501${String(index + 11)}`),
}));

export const demoTenants: readonly DemoTenant[] = [
  {
    tenantId: 'acme',
    settings: {
      sms: SMS_ON,
      mfa: {
        ...DEFAULT_MFA_POLICY,
        enforcement: 'optional',
        policy: 'adaptive',
        allowedFactors: ['totp', 'webauthn', 'sms', 'email'],
        sessionTimeoutMinutes: 480,
        sessionIdleTimeoutMinutes: 60,
      },
      password: {
        ...DEFAULT_PASSWORD_POLICY,
        minLength: 10,
        requireNumber: true,
        hibpCheck: false,
        maxAgeDays: 90,
        disallowReuse: 5,
      },
    },
    hipaa: false,
    users: [
      { name: 'ada', phone: verified('+14155550101') },
      { name: 'bob', phone: null },
      { name: 'cy', phone: verified('+14155550102') },
      { name: 'eve', phone: { number: '+14155550103', verified: false } },
      ...crowd,
    ],
    organisations: ['org_main', 'org_other', 'org_legacy'],
  },
  {
    tenantId: 'globex',
    settings: { sms: SMS_OFF, mfa: DEFAULT_MFA_POLICY, password: DEFAULT_PASSWORD_POLICY },
    hipaa: false,
    users: [{ name: 'gus', phone: verified('+14155550104') }],
    organisations: ['org_globex'],
  },
  {
    tenantId: 'hygieia',
    // No MFA policy: the defaults are weaker than HIPAA mode accepts, and are clamped by it.
    settings: { sms: SMS_ON, password: DEFAULT_PASSWORD_POLICY },
    hipaa: true,
    users: [{ name: 'hal', phone: verified('+14155550105') }],
    organisations: ['org_clinic'],
  },
];

/** The identity that a demo user's token speaks for. */
export function identityIdOf(user: { readonly name: string }): string {
  return `identity_${user.name}`;
}

/** The session of a demo user that is signed in when the demo starts. */
export function sessionIdOf(user: { readonly name: string }): string {
  return `session_${user.name}`;
}

/** The user of that name; null where the fixture has none. */
export function findDemoUser(tenantId: string, name: string): DemoUser | null {
  const tenant = demoTenants.find((one) => one.tenantId === tenantId);
  return tenant?.users.find((one) => one.name === name) ?? null;
}

/** Writes the fixture through the SDK's own public calls. In a database that has it, it is set back. */
export async function writeFixture(stepward: Stepward): Promise<void> {
  for (const tenant of demoTenants) {
    await writeTenant(stepward, tenant);
    for (const user of tenant.users) {
      const stored = await stepward.identities.put(tenant.tenantId, toIdentity(user));
      if (stored.isErr()) throw new Error(`fixture: ${JSON.stringify(stored.error)}`);
    }
    for (const organisation of tenant.organisations) {
      await writeOrganisation(stepward, tenant.tenantId, organisation);
    }
  }
}

async function writeTenant(
  { tenants }: Stepward,
  { tenantId, settings, hipaa }: DemoTenant,
): Promise<void> {
  const caller = systemCaller(tenantId, 'fixture');
  const configured = await tenants.configure(caller, settings);
  if (configured.isErr()) throw new Error(`fixture: ${JSON.stringify(configured.error)}`);
  if (configured.value.hipaa === hipaa) return;
  const switched = await tenants.setHipaa(caller, hipaa, 'the fixture of the demo');
  if (switched.isErr()) throw new Error(`fixture: ${JSON.stringify(switched.error)}`);
}

async function writeOrganisation(
  { organisations, policies }: Stepward,
  tenantId: string,
  organisationId: string,
): Promise<void> {
  await organisations.put(tenantId, organisationId);
  const reset = await policies.reset(systemCaller(tenantId, 'fixture'), organisationId);
  if (reset.isErr()) throw new Error(`fixture: ${JSON.stringify(reset.error)}`);
}

function toIdentity(user: DemoUser): Identity {
  return {
    identityId: identityIdOf(user),
    state: 'active',
    phone: user.phone && {
      number: parsePhoneNumber(user.phone.number)._unsafeUnwrap(),
      verified: user.phone.verified,
    },
    otherFactors: [],
    backupCodesRemaining: 0,
    locale: null,
  };
}
