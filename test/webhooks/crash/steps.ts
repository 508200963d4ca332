/** The steps of a worker between finding a delivery due and having recorded its attempt, in their order. */
export const STEPS = [
  /** The claim is on its way to the database. */
  'claim sent',
  'claim answered',
  'claim committed',
  /** The request is on its way to the subscriber. */
  'request written',
  /** The head of the subscriber's answer is there. */
  'answer begun',
  'answer read',
  /** The results are on their way to the database. */
  'finish sent',
  'finish answered',
  'finish committed',
] as const;

export type Step = (typeof STEPS)[number];

/** What a doomed worker's connections are called. */
export const DOOMED = 'doomed';

/** What a doomed worker is told. */
export interface Doom {
  readonly databaseUrl: string;
  /** The time that it lives in, ISO 8601. */
  readonly now: string;
  /** It kills itself when it gets to this step for the `nth` time, from 1. */
  readonly step: Step;
  readonly nth: number;
}
