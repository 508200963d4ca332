import type { ListedAuthenticator, MfaStatus } from '@stepward/core';
import { FACTOR_NAMES } from '@stepward/core';
import { z } from 'zod';
import { reply } from '../../answer.js';
import { id, text, time } from './fields.js';

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

/** An authenticator, as its owner and administrators see it. */
export const authenticator = z
  .object({
    id,
    factor: z.enum(FACTOR_NAMES),
    name: text('Work phone').nullable(),
    created_at: time,
    last_used_at: time.nullable(),
  })
  .meta({ title: 'Authenticator' });

export function authenticatorBody({
  id: authenticatorId,
  factor,
  name,
  createdAt,
  lastUsedAt,
}: ListedAuthenticator) {
  return { id: authenticatorId, factor, name, created_at: createdAt, last_used_at: lastUsedAt };
}
