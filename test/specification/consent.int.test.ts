/** The specification's "Step-up session assurance", from the consent that asks to the consent that resumes. */
import type { AssuranceLevel } from '@stepward/core';
import { expect, it } from 'vitest';
import { onEveryHost } from '../account-api/harness/host.js';
import { outcome } from '../harness/answer.js';
import { enrolledIn } from '../internal-api/harness/application.js';

onEveryHost((host) => {
  // spec: step-up/verified
  it('consent asks for SMS on its page, and for nothing once the session is at aal2', async () => {
    const { ada, session } = await enrolledIn(host);
    const { tenantId, identityId } = ada;
    const decide = async (assurance: AssuranceLevel) => {
      const decided = await host.stepward.stepUp.decide({
        tenantId,
        identityId,
        session: { assurance, organisationId: null },
        consent: { requiredAssurance: 'aal2', organisationId: null },
        memberSince: host.clock.now(),
      });
      return decided._unsafeUnwrap();
    };

    expect(await decide('aal1')).toEqual({
      type: 'challenge',
      factor: 'sms',
      page: '/sms-verify',
    });
    expect(outcome(await session.challenge())).toBe('200');
    expect(outcome(await session.verify(ada.wrongCode()))).toBe(
      '422 validation_error code_mismatch',
    );
    expect(JSON.parse((await session.verify(ada.code())).text)).toEqual({ verified: true });
    // Now the authentication application marks its session.
    expect(await decide('aal2')).toEqual({ type: 'nothing' });
  });
});
