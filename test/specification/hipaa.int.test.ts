/** "HIPAA mode is a per-tenant opt-in." */
import { expect, it } from 'vitest';
import { onEveryHost } from '../customer-api/harness/host.js';

onEveryHost((host) => {
  // spec: service/hipaa
  it('HIPAA mode is off until it is switched on, and then for one tenant alone', async () => {
    const clinic = await (await host.tenant()).organisation();
    const shop = await (await host.tenant()).organisation();
    const { tenant_id, org_id, ...before } = await shop.policy();
    expect(await clinic.policy()).toMatchObject(before);
    expect(before).toMatchObject({ mfaEnforcement: 'optional', sessionIdleTimeoutMinutes: 60 });

    await host.hipaa(clinic.tenant, true);

    expect(await clinic.policy()).toMatchObject({
      mfaEnforcement: 'required',
      sessionTimeoutMinutes: 60,
      sessionIdleTimeoutMinutes: 5,
    });
    expect(await shop.policy()).toEqual({ tenant_id, org_id, ...before });
  });
});
