import { err, ok, type Result } from 'neverthrow';
import { tellIssued } from '../../authentication-log/tell-step.js';
import { verifiedPhone, type Identity, type IdentityRefused } from '../../identity/identity.js';
import { requireActive } from '../../identity/require-active.js';
import type { PhoneNumber } from '../../phones/phone-number.js';
import type { PhoneCountry } from '../../ports/phone-country.js';
import type { Random } from '../../ports/random.js';
import type { DailySend, DecisionFacts } from '../../ports/decision.js';
import type { KeyRing } from '../../shared/key-ring.js';
import type { Tenant } from '../../tenant/tenant.js';
import { destinationKey, type CodeOwner, type DestinationShare } from '../codes/code-digest.js';
import { ONE_TIME_CODE_COUNT } from '../codes/one-time-code.js';
import type { AnswerService, AnswerServiceOptions } from '../answer-service.js';
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

/** Sends codes: what enrolment, phone verification and step-up share. */
export interface CodeService {
  /** Issues a code within the tenant's daily budget and, once it is stored, sends it: the number it went to. */
  send<E>(request: SendRequest<E>): Promise<Result<PhoneNumber, IssueRefused | E | SmsNotSent>>;
}

export interface CodeServiceOptions extends AnswerServiceOptions {
  readonly codeDelivery: CodeDeliveryService;
  readonly codeKeys: KeyRing;
  readonly phoneCountry: PhoneCountry;
  readonly random: Random;
}

/** What a service needs that has codes sent and takes the answers. */
export interface CodeUserOptions extends AnswerServiceOptions {
  readonly answers: AnswerService;
  readonly codes: CodeService;
  readonly codeKeys: KeyRing;
}

export function createCodeService(options: CodeServiceOptions): CodeService {
  const { storage, codeDelivery, codeKeys, phoneCountry, clock, random, trails } = options;

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
      return stored.isErr() ? err(stored.error) : codeDelivery.deliver(stored.value);
    },
  };
}

/** Whether a number is the identity's own. Its sends are counted separately from those of other people who claim it. */
function shareOf(identity: Identity, phone: PhoneNumber): DestinationShare {
  return phone === verifiedPhone(identity) ? 'owner' : 'claim';
}

function dailySendOf(tenant: Tenant, now: Date): DailySend<TenantSendBudgetSpent> | null {
  const { dailyBudget } = tenant.sms;
  if (dailyBudget === null) return null;
  const bound = { most: dailyBudget, otherwise: dailyBudgetSpent(now) };
  return { day: utcDay(now), add: 1, bound };
}
