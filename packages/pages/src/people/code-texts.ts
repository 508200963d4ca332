/** The texts about codes, which every page that asks for one has. */
export const codeEnglish = {
  codeLabel: '6-digit code',
  sendAgain: 'Send a new code',
  codeWrong: 'The code is wrong. Check it and try again.',
  codeMalformed: 'Enter all 6 digits of the code.',
  codeExpired: 'This code has expired. Request a new one.',
  codeWithdrawn: 'This code is no longer valid. Request a new one.',
  attemptsSpent:
    'Too many wrong codes were entered. Request a new one. If that does not help, try again in an hour.',
  nothingPending: 'There is no valid code. Request a new one.',
  /** `{time}` is a wait as `1:30`. */
  sendLater: 'Too many codes were requested. You can request a new one in {time}.',
  notSent: 'The message could not be sent. Try again, or use another method.',
};

export type CodeTexts = Readonly<typeof codeEnglish>;

export const codeGerman: CodeTexts = {
  codeLabel: 'Sechsstelliger Code',
  sendAgain: 'Neuen Code senden',
  codeWrong: 'Dieser Code ist nicht richtig. Prüfen Sie ihn und geben Sie ihn noch einmal ein.',
  codeMalformed: 'Geben Sie die sechs Ziffern des Codes ein.',
  codeExpired: 'Dieser Code ist abgelaufen. Fordern Sie einen neuen an.',
  codeWithdrawn: 'Dieser Code gilt nicht mehr. Fordern Sie einen neuen an.',
  attemptsSpent:
    'Es gab zu viele falsche Codes. Fordern Sie einen neuen an. Hilft das nicht, warten Sie eine Stunde.',
  nothingPending: 'Es liegt kein Code für Sie vor. Fordern Sie einen neuen an.',
  sendLater: 'Es wurden zu viele Codes angefordert. Einen neuen gibt es in {time}.',
  notSent:
    'Die Nachricht konnte nicht gesendet werden. Versuchen Sie es noch einmal oder auf einem anderen Weg.',
};

/** The texts for refused codes and messages, by the code of the refusal. */
export const CODE_REFUSALS = {
  code_mismatch: 'codeWrong',
  code_malformed: 'codeMalformed',
  code_expired: 'codeExpired',
  code_withdrawn: 'codeWithdrawn',
  phone_changed: 'codeWithdrawn',
  attempts_exhausted: 'attemptsSpent',
  guess_budget_spent: 'attemptsSpent',
  nothing_pending: 'nothingPending',
  send_cooling_down: 'sendLater',
  send_budget_spent: 'sendLater',
  tenant_send_budget_spent: 'sendLater',
  fraud_guard: 'sendLater',
  sms_not_sent: 'notSent',
  destination_refused: 'notSent',
} as const satisfies Readonly<Record<string, keyof CodeTexts>>;
