import { err, ok, type Result } from 'neverthrow';
import { tellChecked, tellIssued } from '../../authentication-log/tell-step.js';
import type { TrailService } from '../../authentication-log/trail-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import type { PhoneNumber } from '../../phones/phone-number.js';
import type { Clock } from '../../ports/clock.js';
import type { PhoneCountry } from '../../ports/phone-country.js';
import type { Random } from '../../ports/random.js';
import type { DailySend, Decided, DecisionFacts } from '../../ports/decision.js';
import type { Storage } from '../../ports/storage.js';
import type { KeyRing } from '../../shared/key-ring.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { CheckedCode, Guess } from '../codes/check-code.js';
import { destinationKey, type CodeOwner, type DestinationShare } from '../codes/code-digest.js';
import type { CodeLimits } from '../codes/limits.js';
import { ONE_TIME_CODE_COUNT } from '../codes/one-time-code.js';
import { readGuess } from '../codes/read-guess.js';
import type { FactorRecord } from '../factor-record.js';
import type { CodeDeliveryService, SmsNotSent } from './code-delivery-service.js';
import { dailyBudgetSpent, utcDay, type TenantSendBudgetSpent } from './daily-budget.js';
import {
  newSmsCode,
  type IssuedCode,
  type SendCode,
  type SendSituation,
} from './issue-to-phone.js';

/** Why a code cannot be issued, whatever it is for. */
export type IssueRefused = IdentityRefused | TenantSendBudgetSpent;

/** A code to send: where it goes, and what decides about it. */
export interface SendRequest<E> {
  readonly whose: CodeOwner;
  /** The number to send to; null where there is none, which `decide` then refuses. */
  readonly phoneOf: (identity: Identity) => PhoneNumber | null;
  readonly decide: (
    situation: SendSituation & Pick<DecisionFacts, 'challenge'>,
    now: Date,
  ) => Result<IssuedCode, E>;
}

/** What a caller typed, and what decides about it. */
export interface CheckRequest<E> {
  readonly whose: CodeOwner;
  readonly input: unknown;
  readonly decide: (asked: Answered, now: Date) => Result<CheckedCode, E>;
  /** What the right code changes beside the record; nothing by default. */
  readonly whenAccepted?: (identity: Identity, now: Date) => AlsoChanged;
}

/** An answer to a code, and whose it is. */
export interface Answered {
  readonly identity: Identity;
  readonly record: FactorRecord;
  readonly guess: Guess;
}

type AlsoChanged = Pick<Decided<unknown, never>, 'ended' | 'verifiedPhone'> & {
  readonly events?: NonNullable<Decided<unknown, never>['trail']>['events'];
};

/** A checked code, and the identity as it was then. */
export type CheckedAnswer = CheckedCode & { readonly identity: Identity };

/** The steps that enrolment, phone verification and step-up share. */
export interface CodeService {
  /** Issues a code within the tenant's daily budget and, once it is stored, sends it: the number it went to. */
  send<E>(request: SendRequest<E>): Promise<Result<PhoneNumber, IssueRefused | E | SmsNotSent>>;
  /** Holds what a caller typed against the record, and stores what came of it. */
  check<E>(request: CheckRequest<E>): Promise<Result<CheckedAnswer, IdentityRefused | E>>;
}

export interface CodeServiceOptions {
  readonly storage: Storage;
  readonly deliveries: CodeDeliveryService;
  readonly codeKeys: KeyRing;
  readonly phoneCountry: PhoneCountry;
  readonly clock: Clock;
  readonly random: Random;
  readonly trails: TrailService;
  readonly limits: CodeLimits;
}

/** What a service needs that has codes sent. */
export interface CodeUserOptions {
  readonly storage: Storage;
  readonly codes: CodeService;
  readonly clock: Clock;
  readonly limits: CodeLimits;
  readonly trails: TrailService;
}

/** What a service needs that an end user calls. */
export interface AccountServiceOptions extends CodeUserOptions {
  /** Whether a session of unknown assurance counts as aal1. */
  readonly requireAssurance: boolean;
}

export function createCodeService(options: CodeServiceOptions): CodeService {
  const { storage, deliveries, codeKeys, phoneCountry, clock, random, trails, limits } = options;

  return {
    async send<E>({ whose, phoneOf, decide }: SendRequest<E>) {
      const codeId = random.uuid();
      const drawn = random.integer(ONE_TIME_CODE_COUNT);
      const destination = (identity: Identity | null): string | null => {
        const phone = identity && phoneOf(identity);
        return (
          identity &&
          phone &&
          destinationKey(codeKeys, whose.tenantId, phone, shareOf(identity, phone))
        );
      };
      const stored = await storage.decide<SendCode, IssueRefused | E>(
        { ...whose, destination },
        (facts) => {
          const identity = requireActive(facts.identity);
          if (identity.isErr()) return err(identity.error);
          const phone = phoneOf(identity.value);
          const share = phone && shareOf(identity.value, phone);
          const fresh =
            phone && share && newSmsCode(codeKeys, { ...whose, codeId }, phone, share, drawn);
          const country = phone && phoneCountry(phone);
          const now = clock.now();
          const issued = decide({ ...facts, identity: identity.value, fresh, country }, now);
          if (issued.isErr()) return err(issued.error);
          const scene = { whose, hipaa: facts.tenant.hipaa, now };
          const trail = trails.of(whose.tenantId, tellIssued(whose.purpose), scene);
          const { record, send } = issued.value;
          return ok({ outcome: send, record, trail, dailySend: dailySendOf(facts.tenant, now) });
        },
      );
      return stored.isErr() ? err(stored.error) : deliveries.deliver(stored.value);
    },

    check({ whose, input, decide, whenAccepted }) {
      return storage.decide(whose, ({ tenant, record, ...facts }) => {
        const identity = requireActive(facts.identity);
        if (identity.isErr()) return err(identity.error);
        const guess = readGuess(codeKeys, whose, record.state, input);
        const now = clock.now();
        const checked = decide({ identity: identity.value, record, guess }, now);
        if (checked.isErr()) return err(checked.error);
        const told = tellChecked(whose.purpose, record, checked.value, now, limits);
        const scene = { whose, hipaa: tenant.hipaa, now };
        const trail = trails.of(whose.tenantId, told, scene);
        const isAccepted = checked.value.outcome.type === 'accepted';
        const { events = [], ...also } = isAccepted
          ? (whenAccepted?.(identity.value, now) ?? {})
          : {};
        return ok({
          outcome: { ...checked.value, identity: identity.value },
          record: checked.value.record,
          trail: { ...trail, events: [...trail.events, ...events] },
          ...also,
        });
      });
    },
  };
}

/** Whether a number is the identity's own, so that its sends count apart from those of strangers. */
function shareOf(identity: Identity, phone: PhoneNumber): DestinationShare {
  return phone === verifiedPhone(identity) ? 'owner' : 'claim';
}

function dailySendOf(tenant: Tenant, now: Date): DailySend<TenantSendBudgetSpent> | null {
  const { dailyBudget } = tenant.sms;
  if (dailyBudget === null) return null;
  const bound = { most: dailyBudget, otherwise: dailyBudgetSpent(now) };
  return { day: utcDay(now), add: 1, bound };
}
