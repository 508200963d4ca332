import type { PreparedEvent, StoredEvent } from '../../records/stored-event.js';
import type { VersionFault } from '../../events/data-at-version.js';
import type { Attempt } from '../delivery.js';
import type { PendingDelivery } from '../pending-delivery.js';
import type { Pause } from '../scheduling/pause.js';
import type { Standing } from '../scheduling/schedule.js';
import type {
  BodyKind,
  EventNaming,
  SealedHeaders,
  SealedSecret,
  SignatureKind,
} from '../subscribers/subscriber.js';
import type { AttemptOutcome } from './record-attempt.js';
import type { WebhookRequest } from './webhook-post.js';

/** What an attempt needs, as it was read when the attempt started. */
export interface OpenedDelivery {
  /** Null where it is gone: the delivery becomes `skipped`. */
  readonly event: StoredEvent | null;
  /** Null where it was deleted: the delivery becomes `skipped`. A handler has none. */
  readonly subscriber: OpenedSubscriber | null;
  /** The number of the delivery among those of its subscriber; null for a test, and for a handler. */
  readonly sequence: number | null;
}

/** A subscriber, and whether it may be sent to. */
export interface OpenedSubscriber extends Standing {
  readonly id: string;
  readonly url: string;
  readonly naming: EventNaming;
  readonly signature: SignatureKind;
  readonly body: BodyKind;
  readonly version: string | null;
  /** The same list for each delivery of a batch to the subscriber: it is decrypted once. */
  readonly secrets: readonly SealedSecret[];
  readonly clientCertificate: string | null;
  readonly headers: SealedHeaders | null;
  /** Where false, the delivery becomes `skipped`. */
  readonly enabled: boolean;
}

/** What a request has for its body. */
export type SentBody = Pick<Attempt, 'version'> & { readonly body: BodyKind };

/** An attempt to make now, if `Schedule.confirm` lets it go on: its subscriber may be paused or on trial. */
export type DueAttempt = StartedPost & { readonly type: 'due' } & (
    | { readonly request: WebhookRequest; readonly sent: SentBody; readonly unsent: null }
    | { readonly request: null; readonly sent: null; readonly unsent: UnsentOutcome }
  );

/** The result of an attempt for which there is no request: see `AttemptFailure`. */
export interface UnsentOutcome {
  readonly type: 'failed';
  readonly reason: 'signing_failed' | VersionFault['reason'];
  readonly why?: string;
}

/** An event that a handler is to handle now. */
export interface DueCall extends StartedAttempt {
  readonly type: 'due_call';
}

/** An attempt that was made. */
export interface MadeAttempt extends StartedPost {
  readonly type: 'made';
  /** Null where there was no request. */
  readonly sent: SentBody | null;
  readonly outcome: AttemptOutcome;
  readonly finishedAt: Date;
  /** How the attempt pauses its subscriber, as `Schedule.answered` told; null for not at all. */
  readonly pause: Pause | null;
}

/** A handler was called. */
export interface MadeCall extends StartedAttempt {
  readonly type: 'made_call';
  /** The handler's name. */
  readonly handler: string;
  readonly outcome: CallOutcome;
  readonly finishedAt: Date;
}

/** The result of a call of a handler. */
export type CallOutcome =
  | { readonly type: 'handled' }
  | {
      readonly type: 'failed';
      readonly reason: 'handler_failed' | 'timed_out';
      /** For the operator's log: the message of what was thrown. */
      readonly why: string;
    };

interface StartedAttempt {
  readonly delivery: PendingDelivery;
  /** From 1. */
  readonly number: number;
  readonly event: StoredEvent;
  readonly startedAt: Date;
}

/** What a request is made of. */
export interface StartedPost extends StartedAttempt {
  readonly subscriber: OpenedSubscriber;
  /** Null for a test. */
  readonly sequence: number | null;
}

/** A delivery that ends without another attempt, to be stored. */
export interface OverDelivery {
  readonly type: 'over';
  readonly delivery: PendingDelivery;
  readonly status: 'skipped' | 'exhausted' | 'expired';
  readonly finishedAt: Date;
  /** The event that is stored with it; null for none. */
  readonly event: PreparedEvent | null;
}

/** What is stored of a delivery that was started. */
export type AttemptResult = MadeAttempt | MadeCall | OverDelivery;
