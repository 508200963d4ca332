/** Many requests of one person at once, over Fastify and a pool of 8 connections. */
import { expect, it } from 'vitest';
import { outcome } from '../harness/answer.js';
import { frameworks } from '../harness/frameworks.js';
import { onEveryHost } from './harness/host.js';
import { postgres } from '../harness/storages.js';
import { tally } from '../harness/tally.js';

onEveryHost(
  (host) => {
    it('of 200 parallel wrong guesses exactly 5 are judged, and the code is dead', async () => {
      const ada = await host.person();
      await ada.start();
      const answers = await inParallel(200, (n) => ada.verify(ada.wrongCode(n + 1)));
      expect(tally(answers)).toEqual({
        '422 validation_error code_mismatch': 4,
        '422 validation_error attempts_exhausted': 196,
      });
      expect(outcome(await ada.verify(ada.code()))).toBe('422 validation_error attempts_exhausted');
      expect((await ada.snapshot()).enrolment.wrongGuesses).toHaveLength(5);
    });

    it('of 50 parallel right codes exactly one enrols', async () => {
      const ada = await host.person();
      await ada.start();
      const answers = await inParallel(50, () => ada.verify(ada.code()));
      expect(tally(answers)).toEqual({ '200': 1, '409 conflict already_enrolled': 49 });
    });

    it('20 parallel POSTs send one SMS, and its code is the live one', async () => {
      const ada = await host.person();
      const before = host.sms.attempts;
      const answers = await inParallel(20, () => ada.start());
      expect(tally(answers)).toEqual({ '201': 1, '429 rate_limited send_cooling_down': 19 });
      expect(host.sms.attempts).toBe(before + 1);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('20 people who share a phone number send one SMS between them', async () => {
      const ada = await host.person();
      const { tenantId, phone } = ada;
      const family = await inParallel(20, () => host.person({ tenantId, phone }));
      const answers = await inParallel(20, (n) => family[n]!.start());
      expect(tally(answers)).toEqual({ '201': 1, '429 rate_limited send_cooling_down': 19 });
    });

    it('20 parallel DELETEs remove the factor once', async () => {
      const ada = await host.person();
      await ada.enrol();
      const answers = await inParallel(20, () => ada.remove());
      expect(tally(answers)).toEqual({ '200': 1, '404 not_found not_enrolled': 19 });
    });

    it('a removal and a number change at once never leave SMS enrolled without its phone', async () => {
      const ada = await host.person();
      await ada.start();
      const [verified, removed] = await Promise.all([ada.verify(ada.code()), ada.removePhone()]);
      const { identity, enrolment } = await ada.snapshot();
      const both = [outcome(verified), outcome(removed)];
      expect([
        ['200', '409 conflict phone_in_use'],
        ['422 validation_error phone_changed', '200'],
      ]).toContainEqual(both);
      expect(enrolment.authenticators.length === 0).toBe(identity?.phone === null);
    });
  },
  { storages: [postgres], frameworks: frameworks.filter(({ name }) => name === 'Fastify 5') },
);

function inParallel<T>(count: number, act: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => act(n)));
}
