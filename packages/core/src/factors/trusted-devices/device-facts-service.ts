import { readFacts } from '../../identity/facts-service.js';
import { NO_FACTOR } from '../../identity/identity-scope.js';
import { tenantValues } from '../../policy/merge-policy.js';
import type { AuditWiring } from '../../audit/audit-recorder-service.js';
import type { CallerClient } from '../../records/client.js';
import type { Decided, DecisionFacts } from '../../ports/decision.js';
import type { Storage } from '../../ports/storage.js';
import type { Actor } from '../../records/actor.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { Happening } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { withKnownKey } from './device-token.js';
import { listDevices, NO_DEVICES, type ListedDevice } from './trusted-device.js';

/** What decisions about devices are made over. */
export interface DeviceWiring extends AuditWiring {
  readonly storage: Storage;
  readonly codeKeys: KeyRing;
}

/** Who trusts devices, with what is known of the client for the log. */
export interface DevicePerson extends CallerClient {
  readonly tenantId: string;
  readonly identityId: string;
}

/** The scope of decisions about a person's devices. */
export function devicesOf({ tenantId, identityId }: DevicePerson) {
  return { tenantId, identityId, ...NO_FACTOR, trustedDevices: true } as const;
}

export function readDevices(
  { storage }: Pick<DeviceWiring, 'storage'>,
  person: DevicePerson,
): Promise<DecisionFacts> {
  return readFacts(storage, devicesOf(person));
}

/** The devices as people see them: those that a sign-in under the tenant's policy may come from. */
export function shownDevices(
  { codeKeys, clock }: Pick<DeviceWiring, 'codeKeys' | 'clock'>,
  { tenant, trustedDevices }: Pick<DecisionFacts, 'tenant' | 'trustedDevices'>,
): readonly ListedDevice[] {
  const known = withKnownKey(codeKeys, trustedDevices ?? NO_DEVICES);
  return listDevices(known, tenantValues(tenant).trustedDeviceDays, clock.now());
}

/** The entry of the authentication log about a device; by default the person did it. */
export function tellDevice(
  wiring: DeviceWiring,
  person: DevicePerson,
  { tenant }: DecisionFacts,
  happening: Happening,
  actor?: Actor,
): NonNullable<Decided<unknown, never>['trail']> {
  const whose = devicesOf(person);
  const scene = { whose, hipaa: tenant.hipaa, now: wiring.clock.now(), client: person };
  return trailOf(wiring, person.tenantId, [happening], actor ? { ...scene, actor } : scene);
}
