/**
 * How near the deadline of an enrolment is when a person is reminded, in the order in which the stages come: 7 days before it,
 * 1 day before it, at it.
 */
export const REMINDER_STAGES = ['seven_days', 'one_day', 'due'] as const;

/** How near the deadline of an enrolment is. */
export type ReminderStage = (typeof REMINDER_STAGES)[number];
