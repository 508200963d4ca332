import { expect, it } from 'vitest';
import { KEYS } from '../test/fixtures.js';
import { caller, createServiceHost, wrongCode } from '../test/service-host.js';
import { createStepward } from './stepward.js';
import { createMemoryStorage, createRecordingSmsSender } from './testing/index.js';

it('a limit out of its bounds is refused when Stepward is built', () => {
  const build = () =>
    createStepward({
      storage: createMemoryStorage(),
      smsSender: createRecordingSmsSender(),
      codeKeys: KEYS,
      limits: { attempts: 0 },
    });
  expect(build).toThrow('attempts is a positive integer');
});

it("a host's limits hold in place of the defaults", async () => {
  const host = await createServiceHost({ limits: { attempts: 1 } });
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  const guess = await host.enrolments.verify(caller(), wrongCode(host.codes[0]));
  expect(guess._unsafeUnwrapErr().code).toBe('attempts_exhausted');
});

it('a country is known where the host tells it, and none by default', async () => {
  const knowing = await createServiceHost({ phoneCountry: () => 'US' });
  const ignorant = await createServiceHost();
  for (const host of [knowing, ignorant]) await host.configure({ allowedCountries: ['US'] });

  expect((await knowing.enrolments.start(caller())).isOk()).toBe(true);
  const refused = await ignorant.enrolments.start(caller());
  expect(refused._unsafeUnwrapErr().code).toBe('destination_refused');
});

it('a purge goes by the clock of the host', async () => {
  const host = await createServiceHost();
  (await host.enrolments.start(caller()))._unsafeUnwrap();
  host.clock.advance(15 * 60_000 + 24 * 3_600_000);
  await host.purge();
  const late = await host.enrolments.verify(caller(), host.codes[0]);
  expect(late._unsafeUnwrapErr().code).toBe('nothing_pending');
});
