import type { AccountCaller, Result, Stepward } from '@stepward/core';
import { appCode } from '@stepward/testing';
import type { Process } from '../kernel/process.js';
import { drawPerson, type Person, VICTIM } from './people.js';
import type { Phones } from './phones.js';
import type { AnswerWatch } from './watch-answers.js';

/** What a person or an administrator acts with. */
export interface Actor {
  readonly process: Process;
  readonly stepward: Stepward;
  readonly phones: Phones;
  readonly answers: AnswerWatch;
}

type Answered = Promise<Result<unknown, { readonly code: string }>>;

/** A person, or one who guesses in place of the person, does one thing. */
export async function actAsPerson(actor: Actor): Promise<void> {
  const { random } = actor.process;
  const person = drawPerson(random);
  const { tenantId, identityId } = person;
  const caller = { tenantId, identityId, assurance: null };
  const session = { tenantId, identityId, sessionId: `session ${String(random.integer(3))}` };
  const { enrolments, stepUp } = actor.stepward;
  switch (random.integer(7)) {
    case 0:
      void (await enrolments.remove(caller));
      return;
    case 1:
      return useApp(actor, person, caller);
    case 2:
    case 3:
      if (random.integer(3) > 0) void (await stepUp.challenge(session));
      return answer(actor, person, (code) => stepUp.verify(session, code));
    default:
      if (random.integer(3) > 0) void (await enrolments.start(caller));
      return answer(actor, person, (code) => enrolments.verify(caller, code));
  }
}

/** Types several codes at once: the right one perhaps, and wrong ones. */
async function answer(
  { process: { random }, phones, answers }: Actor,
  person: Person,
  verify: (code: string) => Answered,
): Promise<void> {
  const right = phones.messagesTo(person).at(-1)?.code;
  const codes = Array.from({ length: random.integer(8) }, () =>
    wrongCode(random.integer(1_000_000), right),
  );
  const isAtHand = right !== undefined && person.identityId !== VICTIM;
  if (isAtHand && random.integer(3) > 0) codes.push(right, right);
  await Promise.all(
    codes.map(async (code) => {
      const told = answers.typed(person, code);
      try {
        const result = await verify(code);
        told(result.isErr() ? result.error.code : null);
      } catch (thrown) {
        told('unknown');
        throw thrown;
      }
    }),
  );
}

function wrongCode(drawn: number, right: string | undefined): string {
  const code = String(drawn).padStart(6, '0');
  return code === right ? wrongCode((drawn + 1) % 1_000_000, right) : code;
}

/** Milliseconds after which an app shows another code. */
const TOTP_STEP_MS = 30_000;

/** Enrols an app, and steps up with its code twice at once. */
async function useApp(
  { process: { clock, random, sleep }, stepward: { totp, stepUp }, answers }: Actor,
  person: Person,
  caller: AccountCaller,
): Promise<void> {
  const started = await totp.start(caller);
  if (started.isErr()) return;
  const { secret } = started.value;
  void (await totp.verify(caller, appCode(secret, clock.now())));
  await sleep(TOTP_STEP_MS);
  const code = appCode(secret, clock.now());
  const session = { ...caller, sessionId: `app ${String(random.integer(3))}`, factor: 'totp' };
  await Promise.all(
    [1, 2].map(async () => {
      const verified = await stepUp.verify(session, code);
      if (verified.isOk()) answers.acceptedApp(person, code);
    }),
  );
}
