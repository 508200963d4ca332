/** What an app can be made of, each with the first as the default. */
export const CHOICES = {
  framework: ['express', 'fastify', 'hono', 'nest', 'next'],
  database: ['pg', 'postgres', 'kysely', 'drizzle'],
  provider: ['console', 'twilio', 'vonage', 'aws', 'infobip', 'telnyx'],
} as const;

export type ChoiceName = keyof typeof CHOICES;

/** What was chosen, and the folder's name. */
export interface App {
  readonly name: string;
  readonly framework: (typeof CHOICES)['framework'][number];
  readonly database: (typeof CHOICES)['database'][number];
  readonly provider: (typeof CHOICES)['provider'][number];
}

/** What the questions are about. */
export const QUESTIONS: Readonly<Record<ChoiceName, string>> = {
  framework: 'Framework',
  database: 'Database client of your own tables',
  provider: 'SMS provider',
};

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];

/** The choice in these words; null if there is none. Case and white space around it do not matter. */
export function choiceOf<Name extends ChoiceName>(name: Name, words: string): App[Name] | null {
  const wanted = words.trim().toLowerCase();
  const choices: readonly string[] = CHOICES[name];
  return choices.includes(wanted) ? (wanted as App[Name]) : null;
}
