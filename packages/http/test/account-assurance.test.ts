import { systemCaller, type Identity, type StepwardOptions } from '@stepward/core';
import { describe, expect, it } from 'vitest';
import { describeOperations } from '../src/operations/create-operations.js';
import type { AnyOperation } from '../src/operations/operation.js';
import {
  ADA_PHONE,
  createAccountWorld,
  jsonOf,
  NO_SESSIONS,
  type AccountWorld,
  type TestRequest,
} from './worlds/account-world.js';
import { exampleBody } from './worlds/example-body.js';

/** Every unsafe operation of the Account API, with its example body, malformed texts, and required fields alone. */
const REQUESTS: readonly Walked[] = describeOperations()
  .filter(({ api, method }) => api === 'account' && method !== 'GET')
  .flatMap((operation) => {
    const { method, refuses } = operation;
    const path = operation.path.replaceAll(/:\w+/g, 'some-id');
    const removes =
      refuses.includes('not_enrolled') || (method === 'DELETE' && path.includes('authenticators'))
        ? path.split('/').at(-1)!
        : null;
    return bodiesOf(operation).map((body) => ({ method, path, body, removes }));
  });

const REFUSED = { status: 401, reason: 'assurance_insufficient' };

/** How a person comes to a second factor. */
const FACTORS = ['sms', 'totp', 'webauthn', 'email'] as const;

describe('every write of the Account API to factors, to the phone number and to sessions', () => {
  // standard: nist/3.1.3.3-number, nist/4.1.2.1-assurance
  it.each(FACTORS)('is refused at aal1 once the person has %s', async (factor) => {
    for (const request of REQUESTS) {
      const world = await worldWith(factor, {});
      expect(await answerTo(world, request, 'ada-aal1-token'), title(request)).toEqual(
        isAbsent(request, factor)
          ? { status: 404, reason: absenceOf(request), challenge: null }
          : { ...REFUSED, challenge: CHALLENGE },
      );
      expect(world.sms.attempts, title(request)).toBe(world.sentBefore);
    }
  });

  it.each(FACTORS)('is not refused for its assurance at aal2 with %s', async (factor) => {
    for (const request of REQUESTS) {
      const { reason } = await answerTo(await worldWith(factor, {}), request, 'ada-aal2-token');
      expect(reason, title(request)).not.toBe('assurance_insufficient');
    }
  });

  it('is allowed at unknown assurance, unless the host requires assurance', async () => {
    for (const request of REQUESTS) {
      const lenient = await answerTo(await worldWith('sms', {}), request, 'ada-token');
      expect(lenient.reason, title(request)).not.toBe('assurance_insufficient');
      const strict = await worldWith('sms', { requireAssurance: true });
      const refused = isAbsent(request, 'sms') ? { reason: absenceOf(request) } : REFUSED;
      expect(await answerTo(strict, request, 'ada-token'), title(request)).toMatchObject(refused);
    }
  });

  it('is allowed at aal1 and at unknown assurance while there is no second factor', async () => {
    for (const token of ['ada-aal1-token', 'ada-token']) {
      for (const request of REQUESTS) {
        const world = await worldWith(null, { requireAssurance: true });
        const { reason } = await answerTo(world, request, token);
        expect(reason, `${title(request)} ${token}`).not.toBe('assurance_insufficient');
      }
    }
  });

  it('checks the assurance before 404, 409, 422, 429 and 503', async () => {
    for (const request of REQUESTS) {
      if (request.removes !== null) continue;
      const world = await worldWith('totp', {});
      await world.change({ phone: null });
      const sms = { enabled: false };
      (await world.stepward.tenants.configure(systemCaller('acme'), { sms }))._unsafeUnwrap();
      const answered = await answerTo(world, request, 'ada-aal1-token');
      expect(answered, title(request)).toMatchObject(REFUSED);
    }
  });
});

const CHALLENGE = 'Bearer error="insufficient_user_authentication", acr_values="aal2"';

type Walked = TestRequest & {
  /** The factor that it removes. A missing one is reported before the assurance is checked. */
  readonly removes: string | null;
};

/** Whether it removes what is not there: of the factors of these worlds Stepward keeps SMS alone. */
function isAbsent({ removes }: Walked, factor: string): boolean {
  return removes !== null && !(removes === 'sms' && factor === 'sms');
}

/** The reason of the answer where there is nothing to remove. */
function absenceOf({ path }: Walked): string {
  return path.includes('authenticators') ? 'authenticator_not_found' : 'not_enrolled';
}

function bodiesOf(operation: AnyOperation): readonly (object | undefined)[] {
  const example = exampleBody(operation);
  if (example === undefined) return [undefined];
  const fields = Object.entries(example);
  const malformed = Object.fromEntries(fields.map(([name]) => [name, 'malformed']));
  const required = fields.filter(([name]) => {
    const { [name]: _, ...others } = example as Record<string, unknown>;
    return operation.body?.safeParse(others).success === false;
  });
  return [example, malformed, Object.fromEntries(required)];
}

const title = ({ method, path, body }: Walked): string =>
  `${method} ${path} ${JSON.stringify(body)}`;

/** The answer, as far as this rule goes. */
async function answerTo(world: AccountWorld, request: TestRequest, token: string) {
  const response = await world.call({ ...request, token });
  const { reason = null } = jsonOf(response) ?? {};
  const challenge = response.headers['www-authenticate'] ?? null;
  return { status: response.status, reason, challenge };
}

/** A world in which `ada` has the one factor, or none. */
async function worldWith(
  factor: (typeof FACTORS)[number] | null,
  options: Partial<StepwardOptions>,
) {
  const world = await createAccountWorld({}, { sessions: NO_SESSIONS, ...options });
  const change = async (changes: Partial<Identity>): Promise<void> => {
    const ada = await world.stepward.identities.find('acme', 'ada');
    if (ada === null) throw new Error('ada is there');
    (await world.stepward.identities.put('acme', { ...ada, ...changes }))._unsafeUnwrap();
  };
  if (factor === 'sms') {
    const caller = { tenantId: 'acme', identityId: 'ada', assurance: null };
    (await world.stepward.enrolments.start(caller))._unsafeUnwrap();
    const code = world.sms.lastCode(ADA_PHONE);
    (await world.stepward.enrolments.verify(caller, code))._unsafeUnwrap();
    world.clock.advance(60_000);
  } else if (factor !== null) await change({ otherFactors: [factor] });
  return { ...world, change, sentBefore: world.sms.attempts };
}
