/** `Idempotency-Key` on the Internal API: its caller is the service, in a tenant. */
import { expect, it } from 'vitest';
import { onEveryHost } from '../account-api/harness/host.js';
import { outcome, type Answer } from '../harness/answer.js';
import { applicationFor } from '../internal-api/harness/application.js';

const headers = { 'idempotency-key': 'key-1' };
const isReplay = (answer: Answer): boolean => answer.headers.get('idempotency-replayed') === 'true';

onEveryHost((host) => {
  it('a challenge that is repeated sends one message, and a verification of it is true again', async () => {
    const ada = await host.person();
    await ada.enrol();
    host.pass(1);
    const { call, sessionId } = applicationFor(host, ada);
    const { tenantId, identityId } = ada;
    const asked = {
      operation: 'challenge',
      body: { identity_id: identityId, session_id: sessionId },
      ...{ tenantId, headers },
    } as const;
    const before = host.sms.attempts;
    const challenges = [await call(asked), await call(asked)];
    expect(challenges.map(isReplay)).toEqual([false, true]);
    expect(challenges[1]?.text).toBe(challenges[0]?.text);
    expect(host.sms.attempts).toBe(before + 1);

    const body = { session_id: sessionId, code: ada.code() };
    const answer = { operation: 'verify', body, tenantId, headers } as const;
    const verified = [await call(answer), await call(answer)];
    expect(verified.map(isReplay)).toEqual([false, true]);
    expect(verified.map(({ text }) => text)).toEqual(['{"verified":true}', '{"verified":true}']);
    expect((await call({ ...answer, headers: {} })).status).toBe(404);
  });

  it('a replay is given to the service alone, in its tenant alone', async () => {
    const ada = await host.person();
    await ada.enrol();
    host.pass(1);
    const { call, sessionId } = applicationFor(host, ada);
    const body = { identity_id: ada.identityId, session_id: sessionId };
    const asked = { operation: 'challenge', body, tenantId: ada.tenantId, headers } as const;
    expect((await call(asked)).status).toBe(200);
    const stranger = await call({ ...asked, secret: 'a'.repeat(40) });
    expect([stranger.status, isReplay(stranger)]).toEqual([401, false]);
    const elsewhere = await call({ ...asked, tenantId: await host.tenant() });
    expect([elsewhere.status, isReplay(elsewhere)]).toEqual([404, false]);
    expect(outcome(await call(asked))).toBe('200');
  });
});
