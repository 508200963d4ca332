/**
 * The enrolment of one identity as the specification's table and the decisions beside it tell it, written anew: plain
 * numbers for time, one object that changes, nothing taken from the code under test.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What happened to a message: it went out, it surely did not, or nobody knows. */
export type Delivery = 'accepted' | 'refused' | 'unknown';

/** Which code a caller types. */
export type Typed = 'right' | 'wrong' | 'malformed';

interface Ledger {
  sentAt: number[];
  coolingSince: number | null;
}

export class EnrolmentModel {
  now = 0;
  suspended = false;
  smsOn = true;
  /** The verified number, or null. */
  phone: string | null;
  enrolled = false;
  /** The live code, if it has not run out by now. */
  private live: { phone: string; expiresAt: number; attemptsSpent: number } | null = null;
  private tombstone: { reason: string; since: number } | null = null;
  private wrongAt: number[] = [];
  private readonly sends: Ledger = { sentAt: [], coolingSince: null };
  private readonly sendsTo = new Map<string, Ledger>();

  constructor(phone: string) {
    this.phone = phone;
  }

  isPending(): boolean {
    return this.live !== null;
  }

  /** POST. Refusals that pass with time are one: `rate_limited`. */
  start(delivery: Delivery): string {
    if (this.suspended) return 'identity_suspended';
    if (!this.smsOn) return 'sms_disabled';
    if (this.enrolled) return 'already_enrolled';
    if (this.phone === null) return 'phone_not_verified';
    const ledgers = [this.sends, this.ledgerOf(this.phone)];
    if (this.wrongWithinTheHour() >= 10) return 'rate_limited';
    if (ledgers.some((ledger) => !this.maySend(ledger))) return 'rate_limited';

    this.live = {
      phone: this.phone,
      expiresAt: this.now + 15 * MINUTE,
      attemptsSpent: this.live?.attemptsSpent ?? 0,
    };
    this.tombstone = null;
    for (const ledger of ledgers) {
      if (delivery !== 'refused') ledger.sentAt.push(this.now);
      ledger.coolingSince = delivery === 'accepted' ? this.now : null;
    }
    return delivery === 'accepted' ? 'ok' : 'sms_not_sent';
  }

  /** PUT. */
  verify(typed: Typed): string {
    if (this.suspended) return 'identity_suspended';
    if (this.enrolled) return 'already_enrolled';
    if (this.live === null && this.tombstone === null) return 'nothing_pending';
    if (typed === 'malformed') return 'code_malformed';
    if (this.live === null) return this.tombstone?.reason ?? 'unreachable';
    if (this.live.phone !== this.phone) return this.end('phone_changed');
    if (this.wrongWithinTheHour() >= 10) return 'attempts_exhausted';
    if (typed === 'right') {
      this.enrolled = true;
      this.live = null;
      this.wrongAt = [];
      return 'ok';
    }
    this.wrongAt.push(this.now);
    this.live.attemptsSpent += 1;
    return this.live.attemptsSpent === 5 ? this.end('attempts_exhausted') : 'code_mismatch';
  }

  /** DELETE. */
  remove(atAal1: boolean): string {
    if (this.suspended) return 'identity_suspended';
    if (!this.enrolled && this.live === null) return 'not_enrolled';
    if (atAal1) return 'assurance_insufficient';
    this.enrolled = false;
    this.live = null;
    return 'ok';
  }

  advance(ms: number): void {
    this.now += ms;
    if (this.live !== null && this.now >= this.live.expiresAt) {
      this.tombstone = { reason: 'code_expired', since: this.live.expiresAt };
      this.live = null;
    }
    if (this.tombstone !== null && this.now >= this.tombstone.since + DAY) this.tombstone = null;
  }

  private end(reason: string): string {
    this.live = null;
    this.tombstone = { reason, since: this.now };
    return reason;
  }

  private wrongWithinTheHour(): number {
    return this.within(this.wrongAt, HOUR);
  }

  private maySend({ sentAt, coolingSince }: Ledger): boolean {
    const cooled = coolingSince === null || this.now >= coolingSince + MINUTE;
    return cooled && this.within(sentAt, HOUR) < 5 && this.within(sentAt, DAY) < 10;
  }

  private within(moments: readonly number[], window: number): number {
    return moments.filter((at) => this.now < at + window).length;
  }

  private ledgerOf(phone: string): Ledger {
    const ledger = this.sendsTo.get(phone) ?? { sentAt: [], coolingSince: null };
    this.sendsTo.set(phone, ledger);
    return ledger;
  }
}
