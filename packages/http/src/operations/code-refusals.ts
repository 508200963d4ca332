import type { DomainError } from '@stepward/core';

/** What the operations on codes refuse alike, whatever the code is for. */

/** Where a code is sent. */
export const SENDING = [
  'sms_disabled',
  'destination_refused',
  'guess_budget_spent',
  'send_cooling_down',
  'send_budget_spent',
  'tenant_send_budget_spent',
  'sms_not_sent',
] as const satisfies readonly DomainError['code'][];

/** Where a code comes back. */
export const CHECKING = [
  'nothing_pending',
  'code_malformed',
  'code_expired',
  'phone_changed',
  'code_withdrawn',
  'attempts_exhausted',
  'code_mismatch',
] as const satisfies readonly DomainError['code'][];
