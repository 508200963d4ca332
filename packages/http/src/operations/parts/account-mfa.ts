import type { MfaStatus } from '@stepward/core';
import { FACTOR_NAMES } from '@stepward/core';
import { z } from 'zod';
import { reply } from '../../answer.js';

/** What the operations on a caller's own second factors share. */

/** The token's person may be unknown or suspended. */
export const CALLER = ['identity_unknown', 'identity_suspended'] as const;

export const CHANGE = {
  api: 'account',
  scope: 'account.mfa:write',
  params: {},
} as const;

/** Specification, "MFA status". */
export const mfaStatus = z.object({
  data: z
    .object({
      enabled: z.boolean(),
      methods: z.array(z.enum(FACTOR_NAMES)).readonly(),
      backup_codes_remaining: z.int().min(0),
    })
    .meta({ title: 'MfaStatus' }),
});

export function statusReply({ enabled, methods, backupCodesRemaining }: MfaStatus) {
  return reply(200, { data: { enabled, methods, backup_codes_remaining: backupCodesRemaining } });
}
