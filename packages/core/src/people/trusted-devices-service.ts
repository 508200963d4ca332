import { err, type Result } from 'neverthrow';
import type { AssuranceInsufficient } from '../access/assurance.js';
import { authoriseAdministrator } from '../access/authorise-administrator.js';
import type { ManagementCaller } from '../access/caller.js';
import type { IdentityNotFound } from '../records/identity.js';
import {
  withoutDevice,
  type ListedDevice,
  type TrustedDeviceNotFound,
} from '../factors/trusted-devices/trusted-device.js';
import {
  devicesOf,
  readDevices,
  shownDevices,
} from '../factors/trusted-devices/device-facts-service.js';
import { authoriseHelp } from './authorise-help.js';
import {
  requireKnown,
  trailOfHelp,
  type HelpRefused,
  type PeopleWiring,
} from './help-trail-service.js';

export type SeeDevicesError = AssuranceInsufficient | IdentityNotFound;
export type EndDeviceError = HelpRefused | TrustedDeviceNotFound;

export async function listTrustedDevices(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
): Promise<Result<readonly ListedDevice[], SeeDevicesError>> {
  const allowed = authoriseAdministrator(caller, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const facts = await readDevices(wiring, { tenantId: caller.tenantId, identityId });
  return requireKnown(facts).map(() => shownDevices(wiring, facts));
}

export async function endTrustedDevice(
  wiring: PeopleWiring,
  caller: ManagementCaller,
  identityId: string,
  deviceId: string,
): Promise<Result<readonly ListedDevice[], EndDeviceError>> {
  const allowed = authoriseHelp(caller, identityId, wiring.requireAssurance);
  if (allowed.isErr()) return err(allowed.error);
  const person = { tenantId: caller.tenantId, identityId };
  return wiring.storage.decide<readonly ListedDevice[], EndDeviceError>(
    devicesOf(person),
    (facts) => {
      const known = requireKnown(facts);
      if (known.isErr()) return err(known.error);
      const listed = shownDevices(wiring, facts);
      const left = withoutDevice(facts.trustedDevices ?? [], listed, deviceId);
      const now = wiring.clock.now();
      const help = { caller, identityId, hipaa: facts.tenant.hipaa, now };
      const happening = { type: 'trusted_device.ended', reason: null } as const;
      return left.map((trustedDevices) => ({
        outcome: listed.filter(({ id }) => id !== deviceId),
        record: facts.record,
        trustedDevices,
        trail: trailOfHelp(wiring, help, {
          type: 'identity.trusted_device_ended',
          details: { device_id: deviceId },
          told: [[null, happening]],
        }),
      }));
    },
  );
}
