import { err, type Result } from 'neverthrow';
import { judgedAssurance, type AssuranceInsufficient } from '../../access/assurance.js';
import type { AccountCaller } from '../../access/caller.js';
import { decideAlways } from '../../identity/facts-service.js';
import { requireActive } from '../../identity/require-active.js';
import { tenantValues } from '../../policy/merge-policy.js';
import type { CallerClient } from '../../records/client.js';
import type { Actor } from '../../records/actor.js';
import type { IdentityRefused } from '../../records/identity.js';
import {
  checkAccountCaller,
  checkArgument,
  checkArguments,
  isOfIdentity,
} from '../../shared/checks/check-arguments.js';
import { authoriseWrite } from '../enrolment/authorise-write.js';
import {
  devicesOf,
  readDevices,
  shownDevices,
  tellDevice,
  type DevicePerson,
  type DeviceWiring,
} from './device-facts-service.js';
import { findByToken, isDeviceToken } from './device-token.js';
import {
  checkTrust,
  trustDevice,
  type NewTrustedDevice,
  type TrustDeviceError,
  type TrustRequest,
  type TrustWiring,
} from './trust-device-service.js';
import {
  isTrusted,
  listedDevice,
  NO_DEVICES,
  withoutDevice,
  type ListedDevice,
  type TrustedDeviceNotFound,
} from './trusted-device.js';

/** A sign-in after its first factor. */
export interface DeviceCheck extends CallerClient {
  readonly tenantId: string;
  /** The person whose first factor was right. */
  readonly identityId: string;
  /** What the cookie holds, unchecked; null or undefined where there is none. */
  readonly token: string | null | undefined;
}

export type EndOwnDeviceError = IdentityRefused | AssuranceInsufficient | TrustedDeviceNotFound;

/**
 * Browsers from which sign-in asks for no second factor for some days, where the policy allows it (`trustedDeviceDays`). All of a
 * person's end with a removed factor, a new number, a reset, and a suspension of the person or of a factor.
 */
export interface TrustedDeviceService {
  /**
   * Trusts a device, after the session has proven a second factor: `factor_not_proven` where `proven` has none that counts, such
   * as a temporary pass. `trusted_devices_not_allowed` where the policy trusts none; `name_malformed`. A person has at most
   * 20 devices: one more ends the oldest.
   */
  trust(request: TrustRequest): Promise<Result<NewTrustedDevice, TrustDeviceError>>;
  /**
   * Returns the person's device with that token, for `decideSignIn`; null for none, for a suspended person, and where the
   * tenant's policy trusts it no longer. It is recorded as a use.
   */
  check(sought: DeviceCheck): Promise<ListedDevice | null>;
  /** The devices that are trusted, the oldest first, by the tenant's policy. */
  list(caller: AccountCaller): Promise<Result<readonly ListedDevice[], IdentityRefused>>;
  /** Ends one. A person with a second factor does so from a session at aal2, as for writes to factors. */
  end(caller: AccountCaller, deviceId: string): Promise<Result<void, EndOwnDeviceError>>;
  /** Ends all of a person, for the host: after a change of the password, for example. */
  endAll(tenantId: string, identityId: string): Promise<void>;
}

export function createTrustedDeviceService(wiring: TrustWiring): TrustedDeviceService {
  return {
    async trust(request) {
      checkTrust(request);
      return trustDevice(wiring, request);
    },

    async check(sought) {
      checkArgument('trustedDevices.check', 'sought', isOfIdentity(sought), CHECK_FORM);
      return checkDevice(wiring, sought);
    },

    async list(caller) {
      checkAccountCaller('trustedDevices.list', caller);
      const facts = await readDevices(wiring, caller);
      return requireActive(facts.identity).map(() => shownDevices(wiring, facts));
    },

    async end(caller, deviceId) {
      checkAccountCaller('trustedDevices.end', caller);
      checkArguments('trustedDevices.end', { deviceId });
      return endDevice(wiring, caller, deviceId);
    },

    async endAll(tenantId, identityId) {
      checkArguments('trustedDevices.endAll', { tenantId, identityId });
      await endDevices(wiring, { tenantId, identityId });
    },
  };
}

const CHECK_FORM = '{ tenantId, identityId, token }, with strings';

async function checkDevice(
  wiring: DeviceWiring,
  { token, ...person }: DeviceCheck,
): Promise<ListedDevice | null> {
  if (!isDeviceToken(token)) return null;
  const { storage, codeKeys, clock } = wiring;
  const { tenantId } = person;
  return decideAlways<ListedDevice | null>(storage, devicesOf(person), (facts) => {
    const { identity, tenant, record } = facts;
    const devices = facts.trustedDevices ?? NO_DEVICES;
    const now = clock.now();
    const found =
      identity?.state === 'active'
        ? findByToken(codeKeys, { tenantId, identity }, devices, token)
        : undefined;
    if (found === undefined || !isTrusted(found, tenantValues(tenant).trustedDeviceDays, now)) {
      return { outcome: null, record };
    }
    const used = { ...found, lastUsedAt: now };
    return {
      outcome: listedDevice(used),
      record,
      trustedDevices: devices.map((device) => (device === found ? used : device)),
      trail: tellDevice(wiring, person, facts, { type: 'trusted_device.used', reason: null }),
    };
  });
}

async function endDevice(
  wiring: TrustWiring,
  { assurance: reported, ...person }: AccountCaller,
  deviceId: string,
): Promise<Result<void, EndOwnDeviceError>> {
  const assurance = judgedAssurance(reported, wiring.requireAssurance);
  const ended = await wiring.storage.decide<null, EndOwnDeviceError>(devicesOf(person), (facts) => {
    const { record } = facts;
    const identity = requireActive(facts.identity);
    if (identity.isErr()) return err(identity.error);
    const authorised = authoriseWrite({ identity: identity.value, record, assurance });
    if (authorised.isErr()) return err(authorised.error);
    const devices = facts.trustedDevices ?? NO_DEVICES;
    return withoutDevice(devices, shownDevices(wiring, facts), deviceId).map((left) => ({
      outcome: null,
      record,
      trustedDevices: left,
      trail: tellDevice(wiring, person, facts, { type: 'trusted_device.ended', reason: null }),
    }));
  });
  return ended.map(() => undefined);
}

const HOST: Actor = { type: 'system', id: 'host' };

function endDevices(wiring: DeviceWiring, person: DevicePerson): Promise<null> {
  return decideAlways(wiring.storage, devicesOf(person), (facts) => {
    const { record, trustedDevices } = facts;
    if (trustedDevices === null || trustedDevices.length === 0) return { outcome: null, record };
    const ended = { type: 'trusted_device.ended', reason: 'all' } as const;
    const trail = tellDevice(wiring, person, facts, ended, HOST);
    return { outcome: null, record, trustedDevices: NO_DEVICES, trail };
  });
}
