import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caller, createServiceHost, type ServiceHost } from '../../../../test/service-host.js';
import { parsePhoneNumber, type PhoneNumber } from '../../../records/phone-number.js';
import { hours, minutes } from '../../../shared/duration.js';

/** Numbers that differ in their last four digits alone are of one range. The first one is the victim's. */
const RANGES = ['+44740012', '+44740056', '+49151123'] as const;
/** The first one is the victim's. */
const ADDRESSES = ['192.0.2.1', '192.0.2.2', '2001:db8::1'] as const;

function numberOf(range: (typeof RANGES)[number], last: number): PhoneNumber {
  return parsePhoneNumber(`${range}${String(last).padStart(4, '0')}`)._unsafeUnwrap();
}

/** Every rule enforced, and the victim enrolled. */
async function guardedHost(): Promise<ServiceHost> {
  const host = await createServiceHost({
    phoneCountry: (phone) => (phone.startsWith('+44') ? 'GB' : 'DE'),
    numberType: () => 'mobile',
  });
  const rule = 'enforce';
  await host.configure({
    fraudGuard: { country: rule, prefix: rule, address: rule, network: rule },
  });
  await host.change('ada', { phone: { number: numberOf(RANGES[0], 0), verified: true } });
  const enrolling = { ...caller(), clientAddress: ADDRESSES[0] };
  expect((await host.enrolments.start(enrolling)).isOk()).toBe(true);
  expect((await host.enrolments.verify(caller(), host.codes.at(-1))).isOk()).toBe(true);
  return host;
}

function challengeVictim(host: ServiceHost, sessionId: string) {
  const session = { tenantId: 'acme', identityId: 'ada', sessionId };
  return host.stepUp.challenge({ ...session, clientAddress: ADDRESSES[0] });
}

interface Request {
  readonly type: 'claim' | 'enrol' | 'verify';
  readonly person: number;
  readonly range: (typeof RANGES)[number];
  readonly address: (typeof ADDRESSES)[number];
  readonly waitMs: number;
}

async function request(host: ServiceHost, asked: Request, index: number): Promise<string> {
  const { type, person, range, address, waitMs } = asked;
  host.clock.advance(waitMs);
  const identityId = `stranger-${String(person)}`;
  const number = numberOf(range, index + 1);
  if ((await host.identities.find('acme', identityId)) === null) {
    await host.change(identityId, { phone: null });
  }
  const stranger = { ...caller(identityId), clientAddress: address };
  if (type === 'enrol') await host.change(identityId, { phone: { number, verified: true } });
  const answered = await {
    claim: () => host.phones.start(stranger, number),
    enrol: () => host.enrolments.start(stranger),
    verify: () => host.enrolments.verify(stranger, host.codes.at(-1)),
  }[type]();
  return answered.isOk() ? 'done' : answered.error.code;
}

const requests = fc.array(
  fc.record<Request>({
    type: fc.constantFrom('claim', 'claim', 'enrol', 'verify'),
    person: fc.integer({ min: 0, max: 9 }),
    range: fc.constantFrom(...RANGES),
    address: fc.constantFrom(...ADDRESSES),
    waitMs: fc.constantFrom(0, minutes(1), minutes(4), minutes(16), hours(1)),
  }),
  { minLength: 20, maxLength: 40 },
);

it('no requests of strangers keep an enrolled person from stepping up', async () => {
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(requests, async (asked) => {
      const host = await guardedHost();
      for (const [index, one] of asked.entries()) codes.add(await request(host, one, index));
      host.clock.advance(minutes(1));
      const challenged = await challengeVictim(host, 'ses_1');
      expect(challenged.isErr() ? challenged.error : null).toBeNull();
      const session = { tenantId: 'acme', sessionId: 'ses_1' };
      expect((await host.stepUp.verify(session, host.codes.at(-1))).isOk()).toBe(true);
    }),
    { numRuns: 20, seed: 24 },
  );
  // Some of them met the guard.
  expect(codes).toContain('fraud_guard');
});

it('24 claims of the numbers beside an enrolled one lock neither it nor its country', async () => {
  const host = await guardedHost();
  const told: string[] = [];
  for (let index = 0; index < 24; index += 1) {
    const claim = { type: 'claim', person: Math.floor(index / 3), address: ADDRESSES[1] } as const;
    const waitMs = index % 3 === 0 ? hours(2) : minutes(4);
    told.push(await request(host, { ...claim, range: RANGES[0], waitMs }, index));
    if (index % 8 === 0) {
      const challenged = await challengeVictim(host, `ses_${String(index)}`);
      expect(challenged.isErr() ? challenged.error : null).toBeNull();
    }
  }
  expect(told).toContain('fraud_guard');
});
