/** The texts about passkeys and security keys that the code page and `/security` share. */
export const promptEnglish = {
  promptNeedsScript:
    'A passkey or security key needs JavaScript, which is turned off in your browser. Turn it on, or use another method.',
  promptUnsupported:
    'This browser does not support passkeys and security keys. Use another browser, or another method.',
  promptCancelled: 'The request was cancelled or took too long. Try again, or use another method.',
  promptFailed:
    'Your browser could not use the passkey or security key here. Try again, or use another method.',
  promptKnown: 'This passkey or security key is already set up.',
  promptWrong:
    'This passkey or security key was not accepted. Use one that is set up here, or another method.',
  promptExpired: 'The request is no longer valid. Start again.',
  promptSpent:
    'There were too many wrong attempts. Start again. If that does not help, try again in an hour.',
  promptLocked:
    'After too many wrong attempts, this passkey or security key is locked. Use another one, or another method.',
};

export type PromptTexts = Readonly<typeof promptEnglish>;

export const promptGerman: PromptTexts = {
  promptNeedsScript:
    'Ein Passkey oder Sicherheitsschlüssel braucht JavaScript, das in Ihrem Browser abgeschaltet ist. Schalten Sie es ein oder nehmen Sie einen anderen Weg.',
  promptUnsupported:
    'Dieser Browser kann keine Passkeys und Sicherheitsschlüssel. Nehmen Sie einen anderen Browser oder einen anderen Weg.',
  promptCancelled:
    'Die Anfrage wurde abgebrochen oder hat zu lange gedauert. Versuchen Sie es noch einmal oder nehmen Sie einen anderen Weg.',
  promptFailed:
    'Ihr Browser konnte den Passkey oder Sicherheitsschlüssel hier nicht benutzen. Versuchen Sie es noch einmal oder nehmen Sie einen anderen Weg.',
  promptKnown: 'Dieser Passkey oder Sicherheitsschlüssel ist schon eingerichtet.',
  promptWrong:
    'Dieser Passkey oder Sicherheitsschlüssel wurde nicht angenommen. Nehmen Sie einen, der hier eingerichtet ist, oder einen anderen Weg.',
  promptExpired: 'Die Anfrage gilt nicht mehr. Beginnen Sie von vorn.',
  promptSpent:
    'Es gab zu viele falsche Versuche. Beginnen Sie von vorn. Hilft das nicht, warten Sie eine Stunde.',
  promptLocked:
    'Nach zu vielen falschen Versuchen ist dieser Passkey oder Sicherheitsschlüssel gesperrt. Nehmen Sie einen anderen oder einen anderen Weg.',
};

/** The texts for refused responses, by the code of the refusal. */
export const PROMPT_REFUSALS = {
  code_mismatch: 'promptWrong',
  code_malformed: 'promptFailed',
  code_expired: 'promptExpired',
  code_withdrawn: 'promptExpired',
  nothing_pending: 'promptExpired',
  attempts_exhausted: 'promptSpent',
  guess_budget_spent: 'promptSpent',
  factor_suspended: 'promptLocked',
} as const satisfies Readonly<Record<string, keyof PromptTexts>>;
