import type { DomainError } from '@stepward/core';

/** The refusals that all operations on codes share, whatever the purpose of the code. */

/** Refusals of sending a code. */
export const SENDING = [
  'sms_disabled',
  'destination_refused',
  'guess_budget_spent',
  'send_cooling_down',
  'send_budget_spent',
  'tenant_send_budget_spent',
  'fraud_guard',
  'sms_not_sent',
] as const satisfies readonly DomainError['code'][];

/** Refusals of verifying a code. */
export const CHECKING = [
  'nothing_pending',
  'code_malformed',
  'code_expired',
  'phone_changed',
  'code_withdrawn',
  'attempts_exhausted',
  'code_mismatch',
] as const satisfies readonly DomainError['code'][];
