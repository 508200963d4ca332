/** `Idempotency-Key` on the Account API. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { onEveryHost } from '../account-api/harness/host.js';
import type { Call, Person } from '../account-api/harness/person.js';
import { dataOf, outcome, problemOf, type Answer } from '../harness/answer.js';
import { sendRaw } from '../harness/raw-http.js';
import { postgres } from '../harness/storages.js';

const DAY = 24 * 60;
const START: Call = { method: 'POST', path: '/mfa/sms' };
const verify = (code: string): Call => ({ method: 'PUT', path: '/mfa/sms', body: { code } });

const REUSED = '422 validation_error idempotency_key_reused';
const IN_FLIGHT = '409 conflict idempotency_key_in_flight';

function once(person: Person, call: Call, key = 'key-1'): Promise<Answer> {
  return person.call({ ...call, headers: { ...call.headers, 'idempotency-key': key } });
}

/** The outcome, and whether it was given before. */
function told(answer: Answer): string {
  const isReplay = answer.headers.get('idempotency-replayed') === 'true';
  return isReplay ? `${outcome(answer)}, replayed` : outcome(answer);
}

onEveryHost((host) => {
  describe('a POST that is repeated with its key', () => {
    it('sends no message, and has the same answer under a request id of its own', async () => {
      const ada = await host.person();
      const before = host.sms.attempts;
      const first = await once(ada, START);
      const again = await once(ada, START);
      expect([told(first), told(again)]).toEqual(['201', '201, replayed']);
      expect(again.text).toBe(first.text);
      expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(host.sms.attempts).toBe(before + 1);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('20 times at once sends one message and has one answer', async () => {
      const ada = await host.person();
      const before = host.sms.attempts;
      const answers = await Promise.all(Array.from({ length: 20 }, () => once(ada, START)));
      const outcomes = answers.map(told);
      expect(outcomes.filter((each) => each === '201')).toHaveLength(1);
      expect(new Set([...outcomes, IN_FLIGHT, '201, replayed'])).toEqual(
        new Set(['201', IN_FLIGHT, '201, replayed']),
      );
      const given = answers.filter(({ status }) => status === 201).map(({ text }) => text);
      const after = await once(ada, START);
      expect(told(after)).toBe('201, replayed');
      expect(new Set([...given, after.text]).size).toBe(1);
      expect(host.sms.attempts).toBe(before + 1);
    });

    it('is served again after 24 hours, and not before', async () => {
      const ada = await host.person();
      await once(ada, START);
      host.pass(DAY - 1);
      expect(told(await once(ada, START))).toBe('201, replayed');
      host.pass(1);
      await host.stepward.purge();
      const before = host.sms.attempts;
      expect(told(await once(ada, START))).toBe('201');
      expect(host.sms.attempts).toBe(before + 1);
    });

    it('is in flight for 60 seconds where the process that served it died', async () => {
      const ada = await host.person();
      const begun = await host.stepward.idempotency.begin({
        tenantId: ada.tenantId,
        principal: ['identity', ada.identityId, 'untracked'],
        method: 'POST',
        path: '/v1/account/mfa/sms',
        key: 'key-1',
        content: '["",null]',
      });
      expect(begun._unsafeUnwrap().type).toBe('proceed');
      const before = host.sms.attempts;
      expect(told(await once(ada, START))).toBe(IN_FLIGHT);
      expect(host.sms.attempts).toBe(before);
      host.pass(1);
      expect(told(await once(ada, START))).toBe('201');
      expect(host.sms.attempts).toBe(before + 1);
    });
  });

  describe('a PUT that is repeated with its key', () => {
    it('and a wrong code is wrong again, and spends one attempt', async () => {
      const ada = await host.person();
      await ada.start();
      const wrong = verify(ada.wrongCode());
      for (const expected of ['', ', replayed', ', replayed']) {
        const answer = await once(ada, wrong);
        expect(told(answer)).toBe(`422 validation_error code_mismatch${expected}`);
        expect(problemOf(answer).request_id).toBe(answer.headers.get('x-request-id'));
      }
      expect((await ada.snapshot()).enrolment.wrongGuesses).toHaveLength(1);
      expect(outcome(await ada.verify(ada.code()))).toBe('200');
    });

    it('and the right code is right again, where without a key it would be enrolled already', async () => {
      const ada = await host.person();
      await ada.start();
      const right = verify(ada.code());
      const first = await once(ada, right);
      const again = await once(ada, right);
      expect([told(first), told(again)]).toEqual(['200', '200, replayed']);
      expect(dataOf(again)).toEqual(dataOf(first));
      expect(outcome(await ada.call(right))).toBe('409 conflict already_enrolled');
    });

    it('and another body is refused, and nothing is done', async () => {
      const ada = await host.person();
      await ada.start();
      const first = await once(ada, verify(ada.wrongCode()));
      expect(told(first)).toBe('422 validation_error code_mismatch');
      expect(told(await once(ada, verify(ada.code())))).toBe(REUSED);
      const { authenticators, wrongGuesses } = (await ada.snapshot()).enrolment;
      expect([authenticators, wrongGuesses.length]).toEqual([[], 1]);
    });
  });

  it('a key of another person, tenant, method or path is another key', async () => {
    const ada = await host.person();
    const { tenantId, identityId } = ada;
    const friend = await host.person({ tenantId });
    const namesake = await host.person({ identityId });
    await once(ada, START);
    expect(told(await once(friend, START))).toBe('201');
    expect(told(await once(namesake, START))).toBe('201');
    expect(told(await once(ada, verify(ada.code())))).toBe('200');
    const phone: Call = { method: 'PUT', path: '/phone', body: { phone_number: ada.phone } };
    expect(told(await once(ada, phone))).toBe('202');
    expect(told(await once(ada, START))).toBe('201, replayed');
  });

  describe('an answer that trying again can change is not kept', () => {
    it('401: the credential', async () => {
      const ada = await host.person();
      const late = ada.with({ expiresIn: -6 });
      expect(told(await once(late, START))).toBe('401 unauthorized token_invalid');
      expect(told(await once(ada, START))).toBe('201');
    });

    it('401: the assurance of the session', async () => {
      const ada = await host.person({ otherFactors: ['totp'] });
      const weak = await once(ada.with({ acr: 'aal1' }), START);
      expect(told(weak)).toBe('401 unauthorized assurance_insufficient');
      expect(told(await once(ada.with({ acr: 'aal2' }), START))).toBe('201');
    });

    it('429: the budget', async () => {
      const ada = await host.person();
      await ada.start();
      expect(told(await once(ada, START))).toBe('429 rate_limited send_cooling_down');
      host.pass(1);
      expect(told(await once(ada, START))).toBe('201');
    });

    it('503: the provider', async () => {
      const ada = await host.person();
      const failed = await host.whileSms('refused', () => once(ada, START));
      expect(told(failed)).toBe('503 service_unavailable sms_not_sent');
      expect(told(await once(ada, START))).toBe('201');
    });

    it('400: a body that could not be read', async () => {
      const ada = await host.person();
      await ada.start();
      const broken = await once(ada, { ...verify(''), body: '{' });
      expect(told(broken)).toBe('400 validation_error body_malformed');
      expect(told(await once(ada, verify(ada.code())))).toBe('200');
    });
  });

  it('a key of 10 kB, and one that is sent twice, are 400, and nothing is done', async () => {
    const ada = await host.person();
    const before = host.sms.attempts;
    const long = await once(ada, START, 'k'.repeat(10_240));
    expect(told(long)).toBe('400 validation_error idempotency_key_invalid');
    const twice = await sendRaw(host.port, {
      method: 'POST',
      path: '/v1/account/mfa/sms',
      headers: [
        ['host', 'localhost'],
        ['authorization', `Bearer ${await ada.token()}`],
        ['idempotency-key', 'key-1'],
        ['idempotency-key', 'key-1'],
      ],
    });
    expect(told(twice)).toBe('400 validation_error header_duplicated');
    expect(host.sms.attempts).toBe(before);
  });

  it('an answer outlives the rotation of its key, and dies with the key', async () => {
    const ada = await host.person();
    await once(ada, START);
    expect(told(await once(ada.via('/rotated'), START))).toBe('201, replayed');
    const again = await once(ada.via('/dropped'), START);
    expect(told(again)).toBe('429 rate_limited send_cooling_down');
  });
});

onEveryHost(
  (host) => {
    it('at rest is neither the code that was sent, nor an unkeyed hash of it', async () => {
      const ada = await host.person();
      await ada.start();
      const code = ada.wrongCode();
      await once(ada, verify(code));
      const rows = await host.superuser!.query(
        `select row_to_json(r)::text as row from stepward.idempotency_records as r
         where tenant_id = $1`,
        [ada.tenantId],
      );
      expect(rows).toHaveLength(1);
      const stored = String(rows[0]!['row']);
      expect(stored).not.toMatch(new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`));
      for (const text of [code, JSON.stringify({ code }), JSON.stringify(['', { code }])]) {
        expect(stored).not.toContain(createHash('sha256').update(text).digest('hex'));
      }
    });
  },
  { storages: [postgres] },
);
