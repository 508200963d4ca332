import type { Migration } from './migration.js';
import { allowSweeping, isolateTenants } from './row-level-security.js';

/** The step-up challenges of sessions. A session has one, for any identity. */
export const stepUp: Migration = {
  id: '0004-step-up',
  sql: (schema) => `
    create table ${schema}.step_up_challenges (
      tenant_id text not null,
      session_id text not null,
      identity_id text not null,
      status text not null,
      code_id text,
      phone text,
      digest_key_id text,
      digest text,
      issued_at timestamptz,
      expires_at timestamptz,
      attempts_spent integer check (attempts_spent >= 0),
      guessed_wrong_at timestamptz[],
      ended_at timestamptz,
      primary key (tenant_id, session_id),
      constraint columns_fit_status check (
        case
          when status = 'pending' then ended_at is null and num_nulls(
            code_id, phone, digest_key_id, digest, issued_at, expires_at, attempts_spent,
            guessed_wrong_at) = 0
          when status in ('expired', 'exhausted', 'void', 'withdrawn') then ended_at is not null and num_nonnulls(
            code_id, phone, digest_key_id, digest, issued_at, expires_at, attempts_spent,
            guessed_wrong_at) = 0
          else false
        end
      )
    );
    create index on ${schema}.step_up_challenges (tenant_id, identity_id) where status = 'pending';
    create index on ${schema}.step_up_challenges (expires_at) where status = 'pending';
    create index on ${schema}.step_up_challenges (ended_at) where ended_at is not null;
    ${isolateTenants(`${schema}.step_up_challenges`)}
    ${allowSweeping(`${schema}.step_up_challenges`)}`,
};
