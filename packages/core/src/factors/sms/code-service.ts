import { err, ok, type Result } from 'neverthrow';
import { tellBlocked, tellIssued } from '../../authentication-log/tell-step.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { IMPOSSIBLE, type PhoneNumber } from '../../phones/phone-number.js';
import type { Logger } from '../../ports/logger.js';
import type { NumberType } from '../../ports/number-type.js';
import type { PhoneCountry } from '../../ports/phone-country.js';
import type { Random } from '../../ports/random.js';
import type { DecisionFacts, DecisionScope } from '../../ports/decision.js';
import type { KeyRing } from '../../shared/key-ring.js';
import type { Tenant } from '../../tenant/tenant.js';
import { destinationKey, type CodeOwner, type DestinationShare } from '../codes/code-digest.js';
import { ONE_TIME_CODE_COUNT } from '../codes/one-time-code.js';
import type { AnswerService, AnswerServiceOptions } from '../answer-service.js';
import type { Destination } from './check-destination.js';
import { countSent } from '../codes/send-counters.js';
import type { CodeDeliveryService, SmsNotSent } from './code-delivery-service.js';
import {
  counterQueries,
  enrolledCounters,
  watchedCounters,
  type SendTraits,
  type WatchedCounter,
} from './counter-names.js';
import {
  dailySendOf,
  newlySpentCounts,
  type DailyCount,
  type TenantSendBudgetSpent,
} from './daily-budget.js';
import { decideSend, type FraudGuarded } from './decide-send.js';
import type { FraudLimits } from './fraud-limits.js';
import {
  newSmsCode,
  type IssuedCode,
  type SendCode,
  type SendSituation,
} from './issue-to-phone.js';

/** Why a code cannot be issued, whatever it is for. */
export type IssueRefused = IdentityRefused | TenantSendBudgetSpent | FraudGuarded;

/** A code to send: where it goes, and what decides about it. */
export interface SendRequest<E> {
  readonly whose: CodeOwner;
  /** The address of the client that asks for it; null where it is not known. */
  readonly clientAddress: string | null;
  /** The number to send to; null where there is none, which `decide` then refuses. */
  readonly phoneOf: (identity: Identity) => PhoneNumber | null;
  readonly decide: (
    situation: SendSituation & Pick<DecisionFacts, 'challenge'>,
    now: Date,
  ) => Result<IssuedCode, E>;
}

/** Sends codes: what enrolment, phone verification and step-up share. */
export interface CodeService {
  /**
   * Issues a code within the tenant's daily budget, counted by share, if the fraud guard allows it, and, once it is
   * stored, sends it: the number it went to.
   */
  send<E extends { readonly code: string }>(
    request: SendRequest<E>,
  ): Promise<Result<PhoneNumber, IssueRefused | E | SmsNotSent>>;
}

export interface CodeServiceOptions extends AnswerServiceOptions {
  readonly codeDelivery: CodeDeliveryService;
  readonly codeKeys: KeyRing;
  readonly phoneCountry: PhoneCountry;
  readonly numberType: NumberType;
  readonly fraudLimits: FraudLimits;
  readonly random: Random;
  readonly logger: Logger;
}

/** What a service needs that has codes sent and takes the answers. */
export interface CodeUserOptions extends AnswerServiceOptions {
  readonly answers: AnswerService;
  readonly codes: CodeService;
  readonly codeKeys: KeyRing;
}

export function createCodeService(options: CodeServiceOptions): CodeService {
  const { storage, codeDelivery, codeKeys, phoneCountry, numberType, fraudLimits } = options;
  const { clock, random, trails, logger } = options;
  const newlySpent = newlySpentCounts();

  /** The number to send to, and what the guard counts it by. */
  function targetOf(
    { whose, clientAddress, phoneOf }: Omit<SendRequest<never>, 'decide'>,
    identity: Identity,
  ): SendTarget {
    const phone = phoneOf(identity);
    if (phone === null) return NO_TARGET;
    const { tenantId } = whose;
    const share = shareOf(identity, phone);
    const country = phoneCountry(phone);
    // A number that is verified has proven that it can be.
    if (country === IMPOSSIBLE && share === 'claim') return NO_TARGET;
    const known = {
      country: country === IMPOSSIBLE ? null : country,
      numberType: numberType(phone),
    };
    return {
      ...known,
      to: { phone, share, key: destinationKey(codeKeys, tenantId, phone, share) },
      ...countersFor(whose, share, { phone, clientAddress, ...known }),
    };
  }

  /**
   * What a stranger could have sent is judged by all rules. A code to the number of an enrolled factor is not: no
   * block of theirs may keep a person from signing in.
   */
  function countersFor(
    { tenantId, purpose }: CodeOwner,
    share: DestinationShare,
    traits: SendTraits,
  ): Pick<SendTarget, 'watched' | 'watchedEnrolled'> {
    const mayBeEnrolled = share === 'owner' && purpose !== 'enrolment';
    return {
      watched: purpose === 'step_up' ? [] : watchedCounters(codeKeys, tenantId, traits),
      watchedEnrolled: mayBeEnrolled ? enrolledCounters(codeKeys, tenantId, traits) : null,
    };
  }

  return {
    async send<E extends { readonly code: string }>(request: SendRequest<E>) {
      const { whose, decide } = request;
      const codeId = random.uuid();
      const drawn = random.integer(ONE_TIME_CODE_COUNT);
      const read = forLast((identity: Identity | null) =>
        identity === null ? NO_TARGET : targetOf(request, identity),
      );
      const scope: DecisionScope = {
        ...whose,
        destination: (identity) => read(identity).to?.key ?? null,
        counters: (identity) => {
          const { watched, watchedEnrolled } = read(identity);
          return counterQueries([...watched, ...(watchedEnrolled ?? [])], clock.now());
        },
      };
      const stored = await storage.decide<Result<CountedSend, FraudGuarded>, IssueRefused | E>(
        scope,
        ({ counters, ...facts }) => {
          const identity = requireActive(facts.identity);
          if (identity.isErr()) return err(identity.error);
          const now = clock.now();
          const tenant = codeDelivery.isConfigured ? facts.tenant : withoutSms(facts.tenant);
          const { to, watchedEnrolled, ...target } = read(identity.value);
          const ofFactor = facts.record.factors.sms === undefined ? null : watchedEnrolled;
          const number = { country: target.country, watched: ofFactor ?? target.watched };
          const guarded = decideSend(counters, fraudLimits, number, tenant.sms, now);
          const { refused, counted, begins, takenBack } = guarded;
          const fresh =
            to && newSmsCode(codeKeys, { ...whose, codeId }, to.phone, to.share, drawn, counted);
          const situation = { ...facts, ...target, tenant, identity: identity.value, fresh };
          const issued = decide(situation, now);
          if (issued.isErr()) return err(issued.error);
          // A refusal stores nothing, unless a block begins with it.
          if (refused !== null && begins.length === 0) return err(refused);
          const scene = { whose, hipaa: tenant.hipaa, now };
          const blocked = tellBlocked(begins, target.country);
          if (refused !== null) {
            const trail = trails.of(whose.tenantId, blocked, scene);
            const begun = { add: takenBack, blocks: begins };
            return ok({ outcome: err(refused), record: facts.record, trail, counted: begun });
          }
          const { record, send } = issued.value;
          const share = ofFactor === null ? 'others' : 'enrolled';
          const dailySend = dailySendOf(tenant.sms.dailyBudget, share, now);
          return ok({
            outcome: ok({ send, daily: dailySend }),
            record,
            trail: trails.of(whose.tenantId, [...tellIssued(whose.purpose), ...blocked], scene),
            counted: { add: [...countSent(counted), ...takenBack], blocks: begins },
            dailySend,
          });
        },
      );
      const judged = stored.andThen((outcome) => outcome);
      if (judged.isErr()) {
        const { tenantId } = whose;
        const spent = newlySpent(tenantId, judged.error, clock.now());
        if (spent) logger.warn({ tenantId, ...spent }, 'daily sms budget is spent');
        return err(judged.error);
      }
      const { send, daily } = judged.value;
      return codeDelivery.deliver(send, daily);
    },
  };
}

/** Of a host without a sender no tenant has SMS, whatever its settings say. */
function withoutSms(tenant: Tenant): Tenant {
  return { ...tenant, sms: { ...tenant.sms, enabled: false } };
}

/** A stored code, and the count of the day that it was added to; null where the tenant has no budget. */
interface CountedSend {
  readonly send: SendCode;
  readonly daily: DailyCount | null;
}

/** The number that a code goes to, with what is known of it. */
interface SendTarget extends Destination {
  /** Null where there is no number, or none that can be, which `decide` then refuses. */
  readonly to: {
    readonly phone: PhoneNumber;
    readonly share: DestinationShare;
    readonly key: string;
  } | null;
  /** What a claim or a first enrolment is judged by. */
  readonly watched: readonly WatchedCounter[];
  /** What a code to the number of an enrolled factor is judged by; null where it cannot be one. */
  readonly watchedEnrolled: readonly WatchedCounter[] | null;
}

const NO_TARGET: SendTarget = {
  to: null,
  country: null,
  numberType: null,
  watched: [],
  watchedEnrolled: null,
};

/** Remembers the result for the last argument: storage asks for several parts of one result. */
function forLast<Value, T>(work: (value: Value) => T): (value: Value) => T {
  const last = new Map<Value, T>();
  return (value) => {
    const known = last.get(value);
    if (known !== undefined) return known;
    const result = work(value);
    last.clear();
    last.set(value, result);
    return result;
  };
}

/** Whether a number is the identity's own. Its sends are counted separately from those of other people who claim it. */
function shareOf(identity: Identity, phone: PhoneNumber): DestinationShare {
  return phone === verifiedPhone(identity) ? 'owner' : 'claim';
}
