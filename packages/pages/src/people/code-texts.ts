import type { CodePageTextName } from './code-page/code-page-texts.js';

/** The texts for refused codes and messages, by the code of the refusal: those of every page that asks for a code. */
export const CODE_REFUSALS = {
  code_mismatch: 'codeWrong',
  code_malformed: 'codeMalformed',
  code_expired: 'codeExpired',
  code_withdrawn: 'codeWithdrawn',
  phone_changed: 'codeWithdrawn',
  attempts_exhausted: 'attemptsSpent',
  guess_budget_spent: 'attemptsSpent',
  factor_suspended: 'factorSuspended',
  nothing_pending: 'nothingPending',
  send_cooling_down: 'sendLater',
  send_budget_spent: 'sendLater',
  tenant_send_budget_spent: 'sendLater',
  fraud_guard: 'sendLater',
  sms_not_sent: 'notSent',
  destination_refused: 'notSent',
} as const satisfies Readonly<Record<string, CodePageTextName>>;
