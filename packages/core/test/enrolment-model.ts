/**
 * The enrolment of one identity and the step-up of its sessions, as the specification's tables and the decisions beside
 * them tell it, written independently: plain numbers for time, one object that changes, nothing taken from the code under test.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What happened to a message: it was sent, it was certainly not sent, or that is unknown. */
export type Delivery = 'accepted' | 'refused' | 'unknown';

/** Which code a caller types. */
export type Typed = 'right' | 'wrong' | 'malformed';

interface Ledger {
  sentAt: number[];
  cooldownStartedAt: number | null;
}

interface LiveCode {
  readonly issuedAt: number;
  readonly expiresAt: number;
  attemptsSpent: number;
  /** The wrong guesses at this very code. */
  readonly wrongAt: number[];
}

/** What is known of a code: that of the enrolment, or that of one session. */
interface Slot {
  /** The live code, if it has not run out by now. */
  live: LiveCode | null;
  tombstone: { reason: string; since: number } | null;
}

export class EnrolmentModel {
  now = 0;
  suspended = false;
  smsOn = true;
  enrolled = false;
  /** The verified number, or null. */
  private phone: string | null;
  private readonly enrolment: Slot = { live: null, tombstone: null };
  private readonly sessions = new Map<string, Slot>();
  private wrongAt: number[] = [];
  private refusedAt: number[] = [];
  private readonly sends: Ledger = { sentAt: [], cooldownStartedAt: null };
  private readonly sendsTo = new Map<string, Ledger>();

  constructor(phone: string) {
    this.phone = phone;
  }

  /** Whether a code is out: for the enrolment, or for a session. */
  isPending(session: string | null = null): boolean {
    return this.slotOf(session).live !== null;
  }

  /** POST. Refusals that pass with time are one: `rate_limited`. */
  start(delivery: Delivery): string {
    if (this.suspended) return 'identity_suspended';
    if (!this.smsOn) return 'sms_disabled';
    if (this.enrolled) return 'already_enrolled';
    return this.send(this.enrolment, 15 * MINUTE, delivery);
  }

  /** POST of the Internal API. */
  challenge(session: string, delivery: Delivery): string {
    if (this.suspended) return 'identity_suspended';
    if (!this.smsOn) return 'sms_disabled';
    if (!this.enrolled) return 'sms_not_enrolled';
    return this.send(this.slotOf(session), 5 * MINUTE, delivery);
  }

  /** PUT. */
  verify(typed: Typed): string {
    if (this.suspended) return 'identity_suspended';
    if (this.enrolled) return 'already_enrolled';
    const answer = this.compare(this.enrolment, typed);
    if (answer === 'ok') this.enrolled = true;
    return answer;
  }

  /** The code of a session. */
  answer(session: string, typed: Typed): string {
    const slot = this.slotOf(session);
    if (slot.live === null && slot.tombstone === null) return 'nothing_pending';
    if (this.suspended) return 'identity_suspended';
    if (!this.enrolled) return 'sms_not_enrolled';
    return this.compare(slot, typed);
  }

  /** DELETE. */
  remove(atAal1: boolean): string {
    if (this.suspended) return 'identity_suspended';
    if (!this.enrolled && this.enrolment.live === null) return 'not_enrolled';
    if (this.enrolled && atAal1) return 'assurance_insufficient';
    if (this.enrolled) this.endAll('code_withdrawn');
    this.enrolled = false;
    this.enrolment.live = null;
    return 'ok';
  }

  /** Another number voids what is out, whatever comes after it. */
  changePhone(phone: string | null): void {
    if (phone === this.phone) return;
    this.phone = phone;
    this.endAll('phone_changed');
  }

  /** A suspension withdraws what is out. */
  suspend(suspended: boolean): void {
    if (suspended && !this.suspended) this.endAll('code_withdrawn');
    this.suspended = suspended;
  }

  advance(ms: number): void {
    this.now += ms;
    for (const slot of [this.enrolment, ...this.sessions.values()]) {
      const { live } = slot;
      if (live !== null && this.now >= live.expiresAt) {
        slot.tombstone = { reason: 'code_expired', since: live.expiresAt };
        slot.live = null;
      }
      if (slot.tombstone !== null && this.now >= slot.tombstone.since + DAY) slot.tombstone = null;
    }
  }

  /** What every send comes to: the phone, then the budgets, then the provider. */
  private send(slot: Slot, lifetime: number, delivery: Delivery): string {
    if (this.phone === null) return 'phone_not_verified';
    const ledgers = [this.sends, this.ledgerOf(this.phone)];
    if (this.wrongWithinTheHour() >= 10) return 'rate_limited';
    if (this.within(this.refusedAt, HOUR) >= 10) return 'rate_limited';
    if (ledgers.some((ledger) => !this.maySend(ledger))) return 'rate_limited';

    slot.live = {
      issuedAt: this.now,
      expiresAt: this.now + lifetime,
      attemptsSpent: slot.live?.attemptsSpent ?? 0,
      wrongAt: [],
    };
    slot.tombstone = null;
    for (const ledger of ledgers) {
      if (delivery !== 'refused') ledger.sentAt.push(this.now);
      ledger.cooldownStartedAt = delivery === 'accepted' ? this.now : null;
    }
    if (delivery === 'refused') this.refusedAt.push(this.now);
    return delivery === 'accepted' ? 'ok' : 'sms_not_sent';
  }

  /** What every code comes to. */
  private compare(slot: Slot, typed: Typed): string {
    const { live, tombstone } = slot;
    if (live === null && tombstone === null) return 'nothing_pending';
    if (typed === 'malformed') return 'code_malformed';
    if (live === null) return tombstone?.reason ?? 'unreachable';
    if (this.wrongWithinTheHour() >= 10) return 'attempts_exhausted';
    if (typed === 'right') {
      slot.live = null;
      this.useUp(live);
      return 'ok';
    }
    this.wrongAt.push(this.now);
    live.wrongAt.push(this.now);
    live.attemptsSpent += 1;
    return live.attemptsSpent === 5 ? this.end(slot, 'attempts_exhausted') : 'code_mismatch';
  }

  /** A used code takes its own wrong guesses and the cool-down of its own message away. */
  private useUp({ issuedAt, wrongAt }: LiveCode): void {
    for (const at of wrongAt) {
      const index = this.wrongAt.indexOf(at);
      if (index !== -1) this.wrongAt.splice(index, 1);
    }
    for (const ledger of [this.sends, ...this.sendsTo.values()]) {
      if (ledger.cooldownStartedAt === issuedAt) ledger.cooldownStartedAt = null;
    }
  }

  private endAll(reason: string): void {
    for (const slot of [this.enrolment, ...this.sessions.values()]) {
      if (slot.live !== null) this.end(slot, reason);
    }
  }

  private end(slot: Slot, reason: string): string {
    slot.live = null;
    slot.tombstone = { reason, since: this.now };
    return reason;
  }

  private slotOf(session: string | null): Slot {
    if (session === null) return this.enrolment;
    const slot = this.sessions.get(session) ?? { live: null, tombstone: null };
    this.sessions.set(session, slot);
    return slot;
  }

  private wrongWithinTheHour(): number {
    return this.within(this.wrongAt, HOUR);
  }

  private maySend({ sentAt, cooldownStartedAt }: Ledger): boolean {
    const cooled = cooldownStartedAt === null || this.now >= cooldownStartedAt + MINUTE;
    return cooled && this.within(sentAt, HOUR) < 5 && this.within(sentAt, DAY) < 10;
  }

  private within(moments: readonly number[], window: number): number {
    return moments.filter((at) => this.now < at + window).length;
  }

  private ledgerOf(phone: string): Ledger {
    const ledger = this.sendsTo.get(phone) ?? { sentAt: [], cooldownStartedAt: null };
    this.sendsTo.set(phone, ledger);
    return ledger;
  }
}
