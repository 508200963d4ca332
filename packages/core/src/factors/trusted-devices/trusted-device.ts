import { err, ok, type Result } from 'neverthrow';
import { addMs, days, earlier } from '../../shared/duration.js';

/**
 * A browser that a person trusts: after a second factor, sign-in from it asks for none until it expires. It proves nothing:
 * a session from it is at aal1 (NIST SP 800-63B-4 section 5.1).
 */
export interface TrustedDevice {
  /** A UUID that Stepward assigned. */
  readonly id: string;
  /** What the person calls it, or the browser and system; null where neither is known. */
  readonly name: string | null;
  readonly trustedAt: Date;
  /** By the policy of its time; a stricter one ends it earlier. */
  readonly expiresAt: Date;
  /** When a sign-in last came from it; null for never. */
  readonly lastUsedAt: Date | null;
  /** The keyed digest of its token. */
  readonly digest: string;
}

/** A trusted device as people see it. */
export type ListedDevice = Omit<TrustedDevice, 'digest'>;

/** What decides whether trust still holds. */
export type TrustPeriod = Pick<TrustedDevice, 'trustedAt' | 'expiresAt'>;

/** The person has no trusted device with that id. Another person's is answered in the same way. */
export interface TrustedDeviceNotFound {
  readonly code: 'trusted_device_not_found';
}

/** What all devices of a person end with. */
export const NO_DEVICES: readonly TrustedDevice[] = [];

/** How many devices a person may trust; one more ends the oldest. */
export const MOST_DEVICES = 20;

/**
 * When trust ends under a policy, which may be stricter than that of its time.
 *
 * @param trustedDays `trustedDeviceDays` of the policy; 0 ends it at once
 */
export function trustEnd({ trustedAt, expiresAt }: TrustPeriod, trustedDays: number): Date {
  return earlier(expiresAt, addMs(trustedAt, days(trustedDays)));
}

/** Whether trust holds under a policy; the end is exclusive. */
export function isTrusted(period: TrustPeriod, trustedDays: number, now: Date): boolean {
  return now < trustEnd(period, trustedDays);
}

/** The devices that are trusted under a policy, those trusted first before others, each with its end under that policy. */
export function listDevices(
  devices: readonly TrustedDevice[],
  trustedDays: number,
  now: Date,
): readonly ListedDevice[] {
  return devices
    .filter((device) => isTrusted(device, trustedDays, now))
    .map((device) => ({ ...listedDevice(device), expiresAt: trustEnd(device, trustedDays) }));
}

export function listedDevice({ digest, ...device }: TrustedDevice): ListedDevice {
  return device;
}

/** The devices of a person with a new one. Those that have expired are left out, and the oldest beyond {@link MOST_DEVICES}. */
export function withDevice(
  devices: readonly TrustedDevice[],
  fresh: TrustedDevice,
  now: Date,
): readonly TrustedDevice[] {
  const live = devices.filter(({ expiresAt }) => now < expiresAt);
  return [...live, fresh].slice(-MOST_DEVICES);
}

/** The devices without the one of that id, which must be among those that are listed. */
export function withoutDevice(
  devices: readonly TrustedDevice[],
  listed: readonly ListedDevice[],
  deviceId: string,
): Result<readonly TrustedDevice[], TrustedDeviceNotFound> {
  return listed.some(({ id }) => id === deviceId)
    ? ok(devices.filter(({ id }) => id !== deviceId))
    : err({ code: 'trusted_device_not_found' });
}
