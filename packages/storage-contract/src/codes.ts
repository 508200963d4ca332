import assert from 'node:assert/strict';
import { hours } from './duration.js';
import type { StorageContractCase } from './contract-case.js';
import {
  PHONE,
  caller,
  createContractHost,
  inParallel,
  readRecord,
  tally,
  wrongCode,
  type ContractHost,
} from './contract-host.js';

/** What holds when requests about one identity's code arrive at the same time. */
export const codeCases: readonly StorageContractCase[] = [
  {
    name: 'a wrong code spends an attempt even though the request fails',
    async run(createStorage) {
      const host = await createContractHost(createStorage);
      const right = await sentCode(host);

      const refused = await host.enrolments.verify(caller(), wrongCode(right));

      assert.deepEqual(tally([refused]), { code_mismatch: 1 });
      const { state, wrongGuesses } = await readRecord(host.storage, caller());
      assert.ok(state.status === 'pending');
      assert.equal(state.attemptsSpent, 1);
      assert.deepEqual(wrongGuesses, [host.clock.now()]);
    },
  },
  {
    name: '200 parallel wrong codes spend exactly 5 attempts, and the right code after them fails',
    async run(createStorage) {
      const host = await createContractHost(createStorage);
      const right = await sentCode(host);

      const guesses = await inParallel(200, () =>
        host.enrolments.verify(caller(), wrongCode(right)),
      );

      // The fifth wrong code is the one that exhausts the enrolment, so it answers as the later ones do.
      assert.deepEqual(tally(guesses), { code_mismatch: 4, attempts_exhausted: 196 });
      const { state, wrongGuesses } = await readRecord(host.storage, caller());
      assert.equal(state.status, 'exhausted');
      assert.equal(wrongGuesses.length, 5);
      const late = await host.enrolments.verify(caller(), right);
      assert.deepEqual(tally([late]), { attempts_exhausted: 1 });
    },
  },
  // standard: asvs/2.3.4
  {
    name: '50 parallel right codes have one winner',
    async run(createStorage) {
      const host = await createContractHost(createStorage);
      const right = await sentCode(host);

      const answers = await inParallel(50, () => host.enrolments.verify(caller(), right));

      assert.deepEqual(tally(answers), { ok: 1, already_enrolled: 49 });
    },
  },
  {
    name: '20 parallel starts send one message',
    async run(createStorage) {
      const host = await createContractHost(createStorage);

      const starts = await inParallel(20, () => host.enrolments.start(caller()));

      assert.deepEqual(tally(starts), { ok: 1, send_cooling_down: 19 });
      assert.equal(host.sms.attempts, 1);
    },
  },
  {
    name: 'a removal and a right code in parallel end as one of their two orders would',
    async run(createStorage) {
      const people = Array.from({ length: 10 }, (_, index) => `person-${index}`);
      const host = await createContractHost(createStorage, { acme: people });

      for (const identityId of people) {
        const right = await sentCode(host, identityId);
        const [verified, removed] = await Promise.all([
          host.enrolments.verify(caller(identityId), right),
          host.enrolments.remove(caller(identityId)),
        ]);
        // Enrolled, then removed; or cancelled, so the code had nothing to answer.
        if (verified.isErr()) assert.equal(verified.error.code, 'nothing_pending');
        assert.deepEqual(tally([removed]), { ok: 1 });
        const { authenticators, state } = await readRecord(host.storage, caller(identityId));
        assert.deepEqual(
          { authenticators, state },
          { authenticators: [], state: { status: 'none' } },
        );
        host.clock.advance(hours(24));
      }
    },
  },
];

async function sentCode(host: ContractHost, identityId = 'ada'): Promise<string> {
  const started = await host.enrolments.start(caller(identityId));
  assert.deepEqual(tally([started]), { ok: 1 });
  return host.sms.lastCode(PHONE);
}
