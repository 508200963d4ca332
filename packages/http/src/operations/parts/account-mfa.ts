/** What the operations on second factors share. */
import type { ListedAuthenticator, MfaStatus } from '@stepward/core';
import { FACTOR_NAMES } from '@stepward/core';
import { z } from 'zod';
import { reply } from '../../answer.js';
import { id, text, time } from './fields.js';

/** The token's person may be unknown or suspended. */
export const CALLER = ['identity_unknown', 'identity_suspended'] as const;

export const CHANGE = {
  api: 'account',
  scope: 'account.mfa:write',
  params: {},
} as const;

/** The fields of an MFA status (specification, "MFA status"). */
export const STATUS = {
  enabled: z.boolean(),
  methods: z.array(z.enum(FACTOR_NAMES)).readonly(),
  backup_codes_remaining: z.int().min(0),
};

export const mfaStatus = z.object({ data: z.object(STATUS).meta({ title: 'MfaStatus' }) });

export function statusBody({ enabled, methods, backupCodesRemaining }: MfaStatus) {
  return { enabled, methods, backup_codes_remaining: backupCodesRemaining };
}

export function statusReply(status: MfaStatus) {
  return reply(200, { data: statusBody(status) });
}

/** An authenticator, as its owner and administrators see it. */
export const authenticator = z
  .object({
    id,
    factor: z.enum(FACTOR_NAMES),
    name: text('Work phone').nullable(),
    created_at: time,
    last_used_at: time.nullable(),
    suspended: z.boolean(),
  })
  .meta({ title: 'Authenticator' });

export function authenticatorBody({
  id: authenticatorId,
  factor,
  name,
  createdAt,
  lastUsedAt,
  suspended,
}: ListedAuthenticator) {
  const times = { created_at: createdAt, last_used_at: lastUsedAt };
  return { id: authenticatorId, factor, name, ...times, suspended };
}
