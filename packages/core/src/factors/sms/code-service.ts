import { err, ok, type Result } from 'neverthrow';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../identity/identity.js';
import type { PhoneNumber } from '../../phones/phone-number.js';
import { requireActive } from '../../identity/require-active.js';
import type { Clock } from '../../ports/clock.js';
import type { PhoneCountry } from '../../ports/phone-country.js';
import type { Random } from '../../ports/random.js';
import type { Storage, Stores, Trail, UnitOfWorkScope } from '../../ports/storage.js';
import { tellChecked, tellIssued } from '../../authentication-log/tell-step.js';
import type { TrailService } from '../../authentication-log/trail-service.js';
import type { KeyRing } from '../../shared/key-ring.js';
import type { Tenant } from '../../tenant/tenant.js';
import type { CheckedCode, Guess } from '../codes/check-code.js';
import type { CodeDeliveryService, SmsNotSent } from './code-delivery-service.js';
import type { CodeOwner, DestinationShare } from '../codes/code-digest.js';
import type { FactorRecord } from '../factor-record.js';
import { checkDailyBudget, utcDay, type TenantSendBudgetSpent } from './daily-budget.js';
import {
  newSmsCode,
  type IssuedCode,
  type NewSmsCode,
  type SendCode,
  type SendSituation,
} from './issue-to-phone.js';
import type { CodeLimits } from '../codes/limits.js';
import { ONE_TIME_CODE_COUNT } from '../codes/one-time-code.js';
import { readGuess } from '../codes/read-guess.js';

/** Why a code cannot be issued, whatever it is for. */
export type IssueRefused = IdentityRefused | TenantSendBudgetSpent;

/** A code to issue: where it goes, and what decides about it. */
export interface IssueRequest<E> {
  readonly whose: CodeOwner;
  /** The number to send to; null where there is none, which `decide` then refuses. */
  readonly phoneOf: (identity: Identity) => PhoneNumber | null;
  readonly decide: (situation: SendSituation, now: Date) => Result<IssuedCode, E>;
}

/** What a caller typed, and what decides about it. */
export interface CheckRequest<E> {
  readonly whose: CodeOwner;
  readonly input: unknown;
  readonly decide: (record: FactorRecord, guess: Guess, now: Date) => Result<CheckedCode, E>;
}

/** The steps that enrolment, phone verification and step-up share. */
export interface CodeService {
  /** Issues a code inside its unit of work, within the tenant's daily budget. Nothing is sent yet. */
  issue<E>(stores: Stores, request: IssueRequest<E>): Promise<Result<SendCode, IssueRefused | E>>;
  /** Runs a unit of work that issues a code and, once that is committed, sends the code: the number it went to. */
  send<E>(
    scope: UnitOfWorkScope,
    work: (stores: Stores) => Promise<Result<SendCode, E>>,
  ): Promise<Result<PhoneNumber, E | SmsNotSent>>;
  /** Holds what a caller typed against the record, and stores what came of it. */
  check<E>(stores: Stores, request: CheckRequest<E>): Promise<Result<CheckedCode, E>>;
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

  function draw(whose: CodeOwner, phone: PhoneNumber, share: DestinationShare): NewSmsCode {
    const drawn = random.integer(ONE_TIME_CODE_COUNT);
    return newSmsCode(codeKeys, { ...whose, codeId: random.uuid() }, phone, share, drawn);
  }

  return {
    async issue(stores, { whose, phoneOf, decide }) {
      const identity = requireActive(await stores.identities.find(whose.identityId));
      if (identity.isErr()) return err(identity.error);
      const phone = phoneOf(identity.value);
      const share = phone === verifiedPhone(identity.value) ? 'owner' : 'claim';
      const fresh = phone && draw(whose, phone, share);
      const { record, tenant } = await stores.codes.readWithTenant({
        ...whose,
        destinationKey: fresh && fresh.destinationKey,
      });
      const country = phone && phoneCountry(phone);
      const situation = { tenant, identity: identity.value, record, fresh, country };
      const issued = decide(situation, clock.now());
      if (issued.isErr()) return err(issued.error);
      const told = tellIssued(whose.purpose);
      const now = issued.value.send.reservedAt;
      const trail = trails.of(whose.tenantId, told, { whose, hipaa: tenant.hipaa, now });
      return store(stores, tenant, { before: record, ...issued.value, trail });
    },

    async send(scope, work) {
      const stored = await storage.run(scope, work);
      return stored.isErr() ? err(stored.error) : deliveries.deliver(stored.value);
    },

    async check(stores, { whose, input, decide }) {
      const key = { ...whose, destinationKey: null };
      const { record, tenant } = await stores.codes.readWithTenant(key);
      const guess = readGuess(codeKeys, whose, record.state, input);
      const now = clock.now();
      const checked = decide(record, guess, now);
      if (checked.isErr()) return err(checked.error);
      const told = tellChecked(whose.purpose, record, checked.value, now, limits);
      const trail = trails.of(whose.tenantId, told, { whose, hipaa: tenant.hipaa, now });
      await stores.codes.write(key, record, checked.value.record, trail);
      return ok(checked.value);
    },
  };
}

async function store(
  stores: Stores,
  tenant: Tenant,
  {
    before,
    record,
    send,
    trail,
  }: IssuedCode & { readonly before: FactorRecord; readonly trail: Trail },
): Promise<Result<SendCode, TenantSendBudgetSpent>> {
  const { dailyBudget } = tenant.sms;
  if (dailyBudget !== null) {
    const count = await stores.dailySends.add(utcDay(send.reservedAt), 1);
    const within = checkDailyBudget(count, dailyBudget, send.reservedAt);
    if (within.isErr()) return err(within.error);
  }
  await stores.codes.write(send, before, record, trail);
  return ok(send);
}
