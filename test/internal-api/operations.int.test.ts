/** docs/protecting-resources.md, "One operation", over HTTP. */
import { describe, expect, it } from 'vitest';
import { appCode } from '@stepward/testing';
import { onEveryHost } from '../account-api/harness/host.js';
import { outcome, problemOf } from '../harness/answer.js';
import { enrolledIn } from './harness/application.js';

const OPERATION = {
  id: 'payment_81',
  text: 'Pay 120.00 EUR to Miller Ltd',
  data: { amount: '120.00', currency: 'EUR', payee: 'Miller Ltd' },
};
const CHANGED = { ...OPERATION, data: { ...OPERATION.data, amount: '1200.00' } };

describe('a step-up for one operation', () => {
  onEveryHost((host) => {
    it('names it in the message, and is good for it alone', async () => {
      const { ada, session } = await enrolledIn(host);
      const { tenantId, identityId } = ada;
      const { sessionId } = session;
      const answering = (operation: unknown) =>
        session.call({
          operation: 'verify',
          body: { session_id: sessionId, code: ada.code(), operation },
          tenantId,
        });
      expect((await session.challenge({ operation: OPERATION })).status).toBe(200);
      expect(host.sms.sent.at(-1)?.body).toContain('Pay 120.00 EUR to Miller Ltd\n');

      for (const other of [undefined, null, CHANGED]) {
        expect(outcome(await answering(other))).toBe('422 validation_error code_mismatch');
      }
      const { status, text } = await answering(OPERATION);
      expect(status).toBe(200);
      const { grant } = JSON.parse(text) as { readonly grant: string };
      const owner = { tenantId, identityId, sessionId, grant };
      const used = await host.stepward.grants.use({ ...owner, operation: OPERATION });
      expect(used._unsafeUnwrap().id).toBe('payment_81');
    });

    it('is an entry of the log by its id and digest', async () => {
      const { ada, session } = await enrolledIn(host);
      await session.challenge({ operation: OPERATION });
      const { tenantId, identityId } = ada;
      const { items } = await host.stepward.authenticationLog.list(tenantId, { identityId });
      expect(items).toContainEqual(
        expect.objectContaining({
          type: 'factor.challenged',
          operation: { id: 'payment_81', digest: expect.stringMatching(/^[0-9a-f]{64}$/) },
        }),
      );
      expect(items.filter(({ operation }) => operation !== null)).toHaveLength(1);
    });

    it('is given to verify alone where the factor sends nothing', async () => {
      const { ada, session } = await enrolledIn(host);
      const { tenantId, identityId } = ada;
      const caller = { tenantId, identityId, assurance: 'aal2' } as const;
      const { totp } = host.stepward;
      const { secret } = (await totp.start(caller))._unsafeUnwrap();
      (await totp.verify(caller, appCode(secret, host.clock.now())))._unsafeUnwrap();
      host.pass(1);
      const answer = await session.call({
        operation: 'verify',
        factor: 'totp',
        body: {
          identity_id: identityId,
          session_id: session.sessionId,
          code: appCode(secret, host.clock.now()),
          operation: OPERATION,
        },
        tenantId,
      });
      expect(JSON.parse(answer.text)).toEqual({ verified: true, grant: expect.any(String) });
    });

    it.each([
      ['an unknown field', { ...OPERATION, amount: 1 }, 'operation.amount'],
      ['a line break in its text', { ...OPERATION, text: 'Pay\n1' }, 'operation.text'],
      ['a text that no message holds', { ...OPERATION, text: 'Zapłać 1' }, 'operation.text'],
      ['no data', { ...OPERATION, data: undefined }, 'operation.data'],
    ])('is 400 for %s', async (_, operation, field) => {
      const { ada, session } = await enrolledIn(host);
      const challenged = await session.challenge({ operation });
      expect(outcome(challenged)).toBe('400 validation_error operation_invalid');
      expect(problemOf(challenged).errors).toMatchObject([{ field }]);
      const body = { session_id: session.sessionId, code: '123456', operation };
      const call = { operation: 'verify', body, tenantId: ada.tenantId } as const;
      if (field !== 'operation.text' || operation.text === 'Pay\n1') {
        expect(outcome(await session.call(call))).toBe('400 validation_error operation_invalid');
      }
    });

    it('is 400 where it is no object, of any kind', async () => {
      const { session } = await enrolledIn(host);
      const challenged = await session.challenge({ operation: 'payment_81' });
      expect(outcome(challenged)).toBe('400 validation_error body_invalid');
    });
  });
});
