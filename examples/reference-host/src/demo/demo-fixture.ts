import { parsePhoneNumber, type Identity, type Stepward, type TenantChange } from '@stepward/core';

/** One tenant of the demo, as the fixture writes it. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly settings: TenantChange;
  readonly users: readonly DemoUser[];
}

interface DemoUser {
  readonly name: string;
  readonly phone: { readonly number: string; readonly verified: boolean } | null;
}

const verified = (number: string): DemoUser['phone'] => ({ number, verified: true });

const SMS_ON = { enabled: true, mfaEnabled: true, appName: 'Demo', originHost: 'localhost' };

/** `user01` … `user20`, +14155550111 to +14155550130. */
const crowd = Array.from({ length: 20 }, (_, index) => ({
  name: `user${String(index + 1).padStart(2, '0')}`,
  phone: verified(`+141555501${String(index + 11)}`),
}));

export const demoTenants: readonly DemoTenant[] = [
  {
    tenantId: 'acme',
    settings: { sms: SMS_ON, mfa: { allowedFactors: ['totp', 'webauthn', 'sms', 'email'] } },
    users: [
      { name: 'ada', phone: verified('+14155550101') },
      { name: 'bob', phone: null },
      { name: 'cy', phone: verified('+14155550102') },
      { name: 'eve', phone: { number: '+14155550103', verified: false } },
      ...crowd,
    ],
  },
  {
    tenantId: 'globex',
    settings: { sms: { ...SMS_ON, enabled: false, mfaEnabled: false } },
    users: [{ name: 'gus', phone: verified('+14155550104') }],
  },
  {
    tenantId: 'hygieia',
    settings: { sms: SMS_ON },
    users: [{ name: 'hal', phone: verified('+14155550105') }],
  },
];

/** The identity that a demo user's token speaks for. */
export function identityIdOf(user: { readonly name: string }): string {
  return `identity_${user.name}`;
}

/** Writes the fixture through the SDK's own public calls. In a database that has it, it is set back. */
export async function writeFixture(stepward: Stepward): Promise<void> {
  for (const { tenantId, settings, users } of demoTenants) {
    const configured = await stepward.tenants.configure(tenantId, settings);
    if (configured.isErr()) throw new Error(`fixture: ${JSON.stringify(configured.error)}`);
    for (const user of users) await stepward.identities.put(tenantId, toIdentity(user));
  }
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
