/** What was seen from outside, and the promises that hold for it whatever the model says. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export class EnrolmentTrace {
  private readonly sends: {
    readonly at: number;
    readonly delivery: string;
    readonly session: string | null;
    used: boolean;
  }[] = [];
  /** Wrong codes that were compared, without those at a code that was then used. */
  private compared: { readonly at: number; readonly send: object | undefined }[] = [];
  /** Wrong codes that were compared in the enrolment (null), and in the challenge of each session. */
  private readonly comparedIn = new Map<string | null, number>();

  /** A message was handed over. `isFirst` where no code was pending there. */
  sent(at: number, delivery: string, session: string | null, isFirst: boolean): void {
    this.sends.push({ at, delivery, session, used: false });
    if (isFirst) this.comparedIn.set(session, 0);
  }

  wrongCompared(at: number, session: string | null): void {
    this.compared.push({ at, send: this.lastSend(session) });
    this.comparedIn.set(session, this.comparedBy(session) + 1);
  }

  succeeded(session: string | null): void {
    if (this.comparedBy(session) >= 5) throw new Error('a success after 5 wrong codes');
    const send = this.lastSend(session);
    // The cool-down is that of a millisecond: a message that failed may share it with the one after it.
    for (const one of this.sends) if (one.at === send?.at) one.used = true;
    this.compared = this.compared.filter((guess) => guess.send !== send);
  }

  /** Throws with the broken promise. */
  check(now: number): void {
    const counted = this.sends.filter(({ delivery }) => delivery !== 'refused').map(({ at }) => at);
    const refused = this.sends.filter(({ delivery }) => delivery === 'refused').map(({ at }) => at);
    const compared = this.compared.map(({ at }) => at);
    atMost(10, within(compared, HOUR, now), 'wrong codes compared in an hour');
    atMost(10, within(refused, HOUR, now), 'refused messages in an hour');
    atMost(5, within(counted, HOUR, now), 'messages in an hour');
    atMost(10, within(counted, DAY, now), 'messages in 24 hours');
    for (const count of this.comparedIn.values()) {
      atMost(5, count, 'wrong codes compared in one enrolment or challenge');
    }
    for (const [index, { at }] of this.sends.entries()) {
      const before = this.sends[index - 1];
      if (before?.delivery === 'accepted' && !before.used && at < before.at + MINUTE) {
        throw new Error('two messages within 60 s, though the first went out and was not used');
      }
    }
  }

  private lastSend(session: string | null) {
    return this.sends.findLast((send) => send.session === session);
  }

  private comparedBy(session: string | null): number {
    return this.comparedIn.get(session) ?? 0;
  }
}

function within(moments: readonly number[], window: number, now: number): number {
  return moments.filter((at) => now < at + window).length;
}

function atMost(limit: number, count: number, what: string): void {
  if (count > limit) throw new Error(`${String(count)} ${what}, at most ${String(limit)}`);
}
