import { quickStretch } from '@stepward/testing';
import { expect, it } from 'vitest';
import { caller, createServiceHost } from '../../../test/service-host.js';
import { minutes } from '../../shared/duration.js';
import type { Stretch } from '../../shared/keys/stretch.js';
import { isStorageBusy } from '../../shared/storage/storage-errors.js';
import type { StepwardOptions } from '../../stepward.js';

const ADA = caller('ada', 'aal2');
const BOB = caller('bob', 'aal2');

/** `ada` and `bob` have a factor of the host. */
async function createHost(options: Partial<StepwardOptions>) {
  const host = await createServiceHost(options);
  for (const { identityId } of [ADA, BOB]) {
    await host.change(identityId, { otherFactors: ['webauthn'] });
  }
  return host;
}

it('sets take the starts of the hour, together with those of an app', async () => {
  const host = await createHost({ limits: { startsPerHour: 2 } });
  (await host.totp.start(ADA))._unsafeUnwrap();
  host.clock.advance(minutes(20));
  const { codes } = (await host.recoveryCodes.generate(ADA))._unsafeUnwrap();
  const refused = (await host.recoveryCodes.generate(ADA))._unsafeUnwrapErr();
  expect(refused).toEqual({ code: 'start_budget_spent', retryAfterMs: minutes(40) });
  expect(await host.recoveryCodes.isCurrent(ADA, codes)).toBe(true);
  host.clock.advance(minutes(40));
  expect((await host.recoveryCodes.generate(ADA)).isOk()).toBe(true);
});

it('sets of a person are made one at a time, so that a guess of another gets its turn', async () => {
  let gate = Promise.resolve();
  const stretch: Stretch = async (secret, salt) => {
    await gate;
    return quickStretch(secret, salt);
  };
  const host = await createHost({ stretch });
  const { codes } = (await host.recoveryCodes.generate(BOB))._unsafeUnwrap();
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  const sets = Array.from({ length: 21 }, () => host.recoveryCodes.generate(ADA));
  const made = Promise.allSettled(sets);
  await new Promise(setImmediate);
  const session = { tenantId: 'acme', identityId: 'bob', sessionId: 'session-1' };
  const proven = host.stepUp.verify({ ...session, factor: 'recovery_code' }, codes[0]);
  await new Promise(setImmediate);
  open();
  expect((await proven).isOk()).toBe(true);

  const outcomes = (await made).map((set) =>
    set.status === 'rejected'
      ? isStorageBusy(set.reason) && 'busy'
      : set.value.isOk()
        ? 'made'
        : set.value.error.code,
  );
  const times = (count: number, outcome: string) => new Array<string>(count).fill(outcome);
  const expected = [...times(10, 'made'), 'start_budget_spent', ...times(10, 'busy')];
  expect(outcomes).toEqual(expected);
});
