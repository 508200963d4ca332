import type { ListedDevice } from '@stepward/core';
import { z } from 'zod';
import { id, text, time } from './fields.js';

/** A browser that a person trusts. */
export const trustedDevice = z
  .object({
    id,
    // Null where neither a name nor a usable user agent was given.
    name: text('Firefox, Linux').nullable(),
    trusted_at: time,
    expires_at: time,
    last_used_at: time.nullable(),
  })
  .meta({ title: 'TrustedDevice' });

/** A list of them; a person has at most 20. */
export const trustedDevices = z.object({ data: z.array(trustedDevice).max(20) });

export function trustedDeviceBody({ id, name, trustedAt, expiresAt, lastUsedAt }: ListedDevice) {
  return { id, name, trusted_at: trustedAt, expires_at: expiresAt, last_used_at: lastUsedAt };
}
