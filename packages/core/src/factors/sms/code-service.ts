import { err, ok, type Result } from 'neverthrow';
import type { CallerClient } from '../../records/client.js';
import { tellBlocked, tellIssued } from '../trail/tell-step.js';
import { trailOf } from '../trail/trail-service.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../records/identity.js';
import { requireActive } from '../../identity/require-active.js';
import { IMPOSSIBLE, type PhoneNumber } from '../../records/phone-number.js';
import type { NumberType, PhoneCountry } from '../../ports/numbering-plan.js';
import type { Decided, DecisionFacts, DecisionScope } from '../../ports/decision.js';
import type { KeyRing } from '../../shared/keys/key-ring.js';
import type { Tenant } from '../../tenants/tenant.js';
import { destinationKey, type CodeOwner, type DestinationShare } from '../codes/code-digest.js';
import { ONE_TIME_CODE_COUNT } from '../../shared/one-time-code.js';
import type { FactorWiring } from '../answer-service.js';
import type { DigestedOperation } from '../grants/operation.js';
import { isEnrolled } from '../authenticator.js';
import type { Destination } from './fraud/check-destination.js';
import { countSent } from '../codes/send-counters.js';
import { deliverCode, type CodeDeliveryWiring, type SmsNotSent } from './code-delivery-service.js';
import {
  counterQueries,
  enrolledCounters,
  watchedCounters,
  type SendTraits,
  type WatchedCounter,
} from './fraud/counter-names.js';
import {
  dailySendOf,
  type newlySpentCounts,
  type DailyCount,
  type TenantSendBudgetSpent,
} from './fraud/daily-budget.js';
import { decideSend, type FraudGuarded } from './fraud/decide-send.js';
import type { FraudLimits } from './fraud/fraud-limits.js';
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
  /** What is known of the client that asks for it. */
  readonly client: CallerClient;
  /** The operation that the code approves; null, the default, for none. */
  readonly operation?: DigestedOperation | null;
  /** The number to send to; null where there is none, which `decide` then refuses. */
  readonly phoneOf: (identity: Identity) => PhoneNumber | null;
  readonly decide: (
    situation: SendSituation & Pick<DecisionFacts, 'challenge'>,
    now: Date,
  ) => Result<IssuedCode, E>;
}

/** What codes by SMS need beside the wiring of every factor. */
export interface SmsWiring extends FactorWiring, CodeDeliveryWiring {
  readonly phoneCountry: PhoneCountry;
  readonly numberType: NumberType;
  readonly fraudLimits: FraudLimits;
  /** The daily counts that this process has not warned of yet. */
  readonly newlySpent: ReturnType<typeof newlySpentCounts>;
}

/**
 * Issues a code within the tenant's daily budget, counted by share, if the fraud guard allows it, and, once it is
 * stored, sends it: the number it went to.
 */
export async function sendCode<E extends { readonly code: string }>(
  wiring: SmsWiring,
  request: SendRequest<E>,
): Promise<Result<PhoneNumber, IssueRefused | E | SmsNotSent>> {
  const { storage, clock, random, logger, newlySpent } = wiring;
  const drawn = { codeId: random.uuid(), number: random.integer(ONE_TIME_CODE_COUNT) };
  const targetFor = forLast((identity: Identity | null) =>
    identity === null ? NO_TARGET : targetOf(wiring, request, identity),
  );
  const scope: DecisionScope = {
    ...request.whose,
    destination: (identity) => targetFor(identity).to?.key ?? null,
    counters: (identity) => {
      const { watched, watchedEnrolled } = targetFor(identity);
      return counterQueries([...watched, ...(watchedEnrolled ?? [])], clock.now());
    },
  };
  const stored = await storage.decide<Result<CountedSend, FraudGuarded>, IssueRefused | E>(
    scope,
    (facts) => decideIssue(wiring, request, { drawn, targetFor }, facts),
  );
  const judged = stored.andThen((outcome) => outcome);
  if (judged.isErr()) {
    const { tenantId } = request.whose;
    const spent = newlySpent(tenantId, judged.error, clock.now());
    if (spent) logger.warn({ tenantId, ...spent }, 'daily sms budget is spent');
    return err(judged.error);
  }
  const { send, daily } = judged.value;
  return deliverCode(wiring, send, daily);
}

/** The values that a send is decided with. */
interface SendMaterial {
  readonly drawn: { readonly codeId: string; readonly number: number };
  readonly targetFor: (identity: Identity) => SendTarget;
}

/** A refusal of the guard is an outcome where a block begins with it, because that has to be stored. */
function decideIssue<E>(
  wiring: SmsWiring,
  { whose, client, decide, operation = null }: SendRequest<E>,
  { drawn, targetFor }: SendMaterial,
  { counters, ...facts }: DecisionFacts,
): Result<
  Decided<Result<CountedSend, FraudGuarded>, IssueRefused | E>,
  IdentityRefused | FraudGuarded | E
> {
  const identity = requireActive(facts.identity);
  if (identity.isErr()) return err(identity.error);
  const now = wiring.clock.now();
  const tenant = wiring.smsSender === null ? withoutSms(facts.tenant) : facts.tenant;
  const { to, watchedEnrolled, ...target } = targetFor(identity.value);
  const ofFactor = isEnrolled(facts.record.authenticators, 'sms') ? watchedEnrolled : null;
  const number = { country: target.country, watched: ofFactor ?? target.watched };
  const guarded = decideSend(counters, wiring.fraudLimits, number, tenant.sms, now);
  const { refused, counted, begins, takenBack } = guarded;
  const code = { ...whose, codeId: drawn.codeId, operation: operation?.digest ?? null };
  const fresh = to && newSmsCode(wiring.codeKeys, code, to.phone, to.share, drawn.number, counted);
  const situation = { ...facts, ...target, tenant, identity: identity.value, fresh, operation };
  const issued = decide(situation, now);
  if (issued.isErr()) return err(issued.error);
  // A refusal stores nothing, unless a block begins with it.
  if (refused !== null && begins.length === 0) return err(refused);
  const scene = { whose, hipaa: tenant.hipaa, now, client, operation };
  const blocked = tellBlocked(begins, target.country);
  if (refused !== null) {
    const trail = trailOf(wiring, whose.tenantId, blocked, scene);
    const begun = { add: takenBack, blocks: begins };
    return ok({ outcome: err(refused), record: facts.record, trail, counted: begun });
  }
  const { record, send } = issued.value;
  const share = ofFactor === null ? 'others' : 'enrolled';
  const dailySend = dailySendOf(tenant.sms.dailyBudget, share, now);
  return ok({
    outcome: ok({ send, daily: dailySend }),
    record,
    trail: trailOf(wiring, whose.tenantId, [...tellIssued(whose.purpose), ...blocked], scene),
    counted: { add: [...countSent(counted), ...takenBack], blocks: begins },
    dailySend,
  });
}

/** The number to send to, and what the guard counts it by. */
function targetOf(
  wiring: SmsWiring,
  { whose, client: { clientAddress = null }, phoneOf }: Omit<SendRequest<never>, 'decide'>,
  identity: Identity,
): SendTarget {
  const { codeKeys, phoneCountry, numberType } = wiring;
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
    ...countersFor(codeKeys, whose, share, { phone, clientAddress, ...known }),
  };
}

/**
 * What a stranger could have sent is judged by all rules. A code to the number of an enrolled factor is not: no
 * block of theirs may keep a person from signing in.
 */
function countersFor(
  codeKeys: KeyRing,
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
