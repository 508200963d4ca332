import type { AttemptFailure, DeliveryStatus, DisabledReason } from '@stepward/core';
import type { PortalTexts } from '../../portal/portal-texts.js';

type StatusTexts = Readonly<Record<`status_${DeliveryStatus}`, string>>;
type FailureTexts = Readonly<Record<`failure_${AttemptFailure}`, string>>;
type DisabledTexts = Readonly<Record<`disabled_${DisabledReason}`, string>>;

/**
 * The texts of `/webhooks`. `{app}` is the name of the brand, `{time}` a date and time, `{count}` a number, `{name}` the
 * name of a group of events; each may be left out of a text.
 */
export interface WebhooksTexts extends PortalTexts, StatusTexts, FailureTexts, DisabledTexts {
  readonly intro: string;
  readonly none: string;
  readonly add: string;
  readonly older: string;
  readonly newest: string;
  readonly toList: string;
  readonly toWebhook: string;

  readonly endpoint: string;
  readonly health: string;
  readonly enabled: string;
  readonly failing: string;
  readonly created: string;
  readonly allEvents: string;

  /** How the values of a list are joined. */
  readonly listSeparator: string;
  readonly newHeading: string;
  readonly editHeading: string;
  readonly urlLabel: string;
  readonly urlHint: string;
  readonly descriptionLabel: string;
  readonly descriptionHint: string;
  readonly eventsLabel: string;
  readonly everything: string;
  readonly someEvents: string;
  readonly ownEvents: string;
  readonly otherEvents: string;
  readonly groupAll: string;
  readonly sample: string;
  readonly namingLabel: string;
  readonly naming_canonical: string;
  readonly naming_legacy: string;
  readonly create: string;
  readonly save: string;
  readonly saved: string;
  readonly refused: string;

  readonly secretHeading: string;
  readonly secretText: string;
  readonly secretLabel: string;
  readonly secretDone: string;
  readonly overlapUntil: string;

  readonly test: string;
  readonly tested: string;
  readonly edit: string;
  readonly disable: string;
  readonly enable: string;
  readonly isDisabled: string;
  readonly isEnabled: string;
  readonly rotate: string;
  readonly rotateHeading: string;
  readonly rotateText: string;
  readonly overlapLabel: string;
  readonly overlapDay: string;
  readonly overlapWeek: string;
  readonly overlapNone: string;
  readonly remove: string;
  readonly removeHeading: string;
  readonly removeText: string;
  readonly removed: string;

  readonly deliveries: string;
  readonly noDeliveries: string;
  readonly statusLabel: string;
  readonly anyStatus: string;
  readonly filter: string;
  readonly eventColumn: string;
  readonly attemptsColumn: string;
  readonly timeColumn: string;
  readonly nextAttempt: string;
  readonly deliveryHeading: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly finished: string;
  readonly repeats: string;
  readonly attemptHeading: string;
  readonly noAttempts: string;
  readonly durationLabel: string;
  readonly answerLabel: string;
  readonly answerBody: string;
  readonly noAnswerBody: string;
  readonly replay: string;
  readonly replayed: string;
  readonly replayRange: string;
  readonly replayRangeText: string;
  readonly sinceLabel: string;
  readonly untilLabel: string;
  readonly timeHint: string;
  readonly replayedRange: string;
  readonly replayedPart: string;

  readonly faultUrl: string;
  readonly faultTarget: string;
  readonly faultText: string;
  readonly faultEvents: string;
  readonly faultTime: string;
  readonly faultValue: string;
  readonly refusedDisabled: string;
  readonly refusedPending: string;
  readonly refusedPurged: string;
  readonly refusedLimit: string;
  readonly refusedNotConfigured: string;
}
