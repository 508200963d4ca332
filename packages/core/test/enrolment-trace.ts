/** What was seen from outside, and the promises that hold for it whatever the model says. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export class EnrolmentTrace {
  private readonly sends: { readonly at: number; readonly delivery: string }[] = [];
  /** Wrong codes that were compared, since the last success. */
  private compared: number[] = [];
  /** Wrong codes that were compared in this enrolment. */
  private comparedInEnrolment = 0;

  /** A message was handed over. `anew` where no enrolment was pending. */
  sent(at: number, delivery: string, anew: boolean): void {
    this.sends.push({ at, delivery });
    if (anew) this.comparedInEnrolment = 0;
  }

  wrongCompared(at: number): void {
    this.compared.push(at);
    this.comparedInEnrolment += 1;
  }

  succeeded(): void {
    if (this.comparedInEnrolment >= 5) throw new Error('a success after 5 wrong codes');
    this.compared = [];
  }

  /** Throws with the broken promise. */
  check(now: number): void {
    const counted = this.sends.filter(({ delivery }) => delivery !== 'refused').map(({ at }) => at);
    atMost(10, within(this.compared, HOUR, now), 'wrong codes compared in an hour');
    atMost(5, within(counted, HOUR, now), 'messages in an hour');
    atMost(10, within(counted, DAY, now), 'messages in 24 hours');
    atMost(5, this.comparedInEnrolment, 'wrong codes compared in one enrolment');
    for (const [index, { at }] of this.sends.entries()) {
      const before = this.sends[index - 1];
      if (before?.delivery === 'accepted' && at < before.at + MINUTE) {
        throw new Error('two messages within 60 s, though the first went out');
      }
    }
  }
}

function within(moments: readonly number[], window: number, now: number): number {
  return moments.filter((at) => now < at + window).length;
}

function atMost(limit: number, count: number, what: string): void {
  if (count > limit) throw new Error(`${String(count)} ${what}, at most ${String(limit)}`);
}
