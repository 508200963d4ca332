/** Where a worker may be when it dies. */
export const STEPS = [
  /** A statement is on its way to the database. */
  'statement sent',
  'statement answered',
  'commit sent',
  'commit answered',
  /** The request is on its way to the subscriber. */
  'request written',
  /** The head of the subscriber's answer is there. */
  'answer begun',
  'answer read',
] as const;

export type Step = (typeof STEPS)[number];

/** Where a host that notifies people may be when it dies. */
export const NOTICE_STEPS = [
  'statement sent',
  'statement answered',
  'commit sent',
  'commit answered',
  /** The notice is about to be sent. */
  'notice begun',
  /** It was sent, and its result is not stored. */
  'notice sent',
] as const;

export type NoticeStep = (typeof NOTICE_STEPS)[number];

/** What a doomed worker's connections are called. */
export const DOOMED = 'doomed';

/** What a doomed worker is told. */
export interface Doom {
  readonly databaseUrl: string;
  /** The time that it lives in, ISO 8601. */
  readonly now: string;
  /** It stops itself when it gets to this step for the `nth` time, from 1. */
  readonly step: Step | NoticeStep;
  readonly nth: number;
  /** Killed, or frozen until it is told to go on. */
  readonly signal: 'SIGKILL' | 'SIGSTOP';
}

/** What a doomed host is told that notifies people. */
export interface NoticeDoom extends Doom {
  readonly tenantId: string;
  /** Where it writes the id of each notice that it sends, a line each. */
  readonly sentFile: string;
}
