import { err, ok, type Result } from 'neverthrow';
import { requireActivePerson } from '../../identity/require-active.js';
import {
  readPolicy,
  type OrganisationNotFound,
  type PolicyWiring,
} from '../../organisations/policy-service.js';
import { isProvenFactor } from '../../records/factor-name.js';
import type { IdentityNotFound, IdentitySuspended } from '../../records/identity.js';
import {
  checkArgument,
  isOfIdentity,
  isStringOrNull,
} from '../../shared/checks/check-arguments.js';
import { addMs, days } from '../../shared/duration.js';
import { Redacted } from '../../shared/keys/redacted.js';
import { mfaStatus } from '../mfa-status.js';
import { decideTrust, type Trust, type TrustRefused } from './decide-trust.js';
import type { CallerClient } from '../../records/client.js';
import { devicesOf, tellDevice, type DeviceWiring } from './device-facts-service.js';
import { digestToken, printToken, TOKEN_BYTES } from './device-token.js';
import { listedDevice, NO_DEVICES, withDevice, type ListedDevice } from './trusted-device.js';

/** The device to trust, and the session that asks. */
export interface TrustRequest extends Pick<Trust, 'proven'>, CallerClient {
  readonly tenantId: string;
  readonly identityId: string;
  /** The organisation that sets the session's policy; null, the default, for the tenant's own. */
  readonly organisationId?: string | null;
  /** What the person calls it, 1 to 64 visible characters; by default its browser and system, by `userAgent`. */
  readonly name?: string | null;
}

/** A device that is trusted from now on. The token is shown only once. */
export interface NewTrustedDevice {
  readonly device: ListedDevice;
  /** 43 characters of base64url; for a cookie with `HttpOnly`, `Secure` and `SameSite`. */
  readonly token: Redacted<string>;
}

export type TrustDeviceError =
  | IdentityNotFound
  | IdentitySuspended
  | OrganisationNotFound
  | TrustRefused;

export type TrustWiring = DeviceWiring &
  PolicyWiring & {
    /** Whether a session of unknown assurance counts as aal1. */
    readonly requireAssurance: boolean;
  };

const FORM =
  '{ tenantId, identityId, proven }, and organisationId, name and userAgent as strings or null';

/** @throws TypeError where the request has another form. */
export function checkTrust(request: unknown): void {
  const isTrust =
    isOfIdentity(request) &&
    Array.isArray(request['proven']) &&
    request['proven'].every(isProvenFactor) &&
    ['organisationId', 'name', 'userAgent'].every((name) => isStringOrNull(request[name] ?? null));
  checkArgument('trustedDevices.trust', 'request', isTrust, FORM);
}

export async function trustDevice(
  wiring: TrustWiring,
  { organisationId = null, name = null, proven, ...person }: TrustRequest,
): Promise<Result<NewTrustedDevice, TrustDeviceError>> {
  const { storage, codeKeys, random, clock } = wiring;
  const { tenantId, userAgent = null } = person;
  const policy = await readPolicy(wiring, tenantId, organisationId);
  if (policy.isErr()) return err(policy.error);
  const token = printToken(random.bytes(TOKEN_BYTES));
  const id = random.uuid();
  return storage.decide<NewTrustedDevice, TrustDeviceError>(devicesOf(person), (facts) => {
    const known = requireActivePerson(facts.identity);
    if (known.isErr()) return err(known.error);
    const identity = known.value;
    const { record, trustedDevices } = facts;
    const { methods: enrolled } = mfaStatus(identity, record.authenticators);
    const named = decideTrust({ policy: policy.value, enrolled, proven, name, userAgent });
    if (named.isErr()) return err(named.error);
    const now = clock.now();
    const expiresAt = addMs(now, days(policy.value.trustedDeviceDays));
    const digest = digestToken(codeKeys, { tenantId, identity }, token);
    const period = { trustedAt: now, expiresAt, lastUsedAt: null };
    const device = { id, name: named.value, ...period, digest };
    return ok({
      outcome: { device: listedDevice(device), token: new Redacted(token) },
      record,
      trustedDevices: withDevice(trustedDevices ?? NO_DEVICES, device, now),
      trail: tellDevice(wiring, person, facts, { type: 'trusted_device.created', reason: null }),
    });
  });
}
