/** Rule 4 of the organisation policy, field by field, on real sockets. */
import { describe, expect, it } from 'vitest';
import { outcome, problemOf } from '../harness/answer.js';
import { ONE_SERVER } from '../harness/every-host.js';
import { onEveryHost } from './harness/host.js';
import { bodyOf } from './harness/tenant.js';
import { policyRowsOf, type PolicyRow } from '../specification/policy-field-rules.js';
import { policyFieldTable, type SpecifiedField } from '../specification/policy-field-table.js';

const cases = policyFieldTable.flatMap((field) =>
  policyRowsOf(field).flatMap((row) =>
    [field.name, field.wire].map(
      (spelling) => [spelling, JSON.stringify(row.tenant), row] as const,
    ),
  ),
);

onEveryHost((host) => {
  async function organisationUnder(row: PolicyRow) {
    const tenant = await host.tenant();
    await tenant.configure(row.tenant);
    return tenant.organisation();
  }

  // spec: policy/inherited, errors/policy-400
  it.each(cases)("%s beside the tenant's %s", async (spelling, _, row) => {
    const organisation = await organisationUnder(row);
    const untouched = await organisation.policy();

    for (const value of row.accepted) {
      const policy = bodyOf(await organisation.put({ [spelling]: value }));
      expect(policy[row.field.name]).toEqual(value);
      expect(policy['_inherited']).toEqual({ ...untouched._inherited, ...flagOf(row.field) });
      expect(await organisation.policy()).toEqual(policy);
    }
    expect(bodyOf(await organisation.put({ [spelling]: null }))).toEqual(untouched);
    for (const [value, rule, limit] of row.refused) {
      const answer = await organisation.put({ [spelling]: value });
      expect(outcome(answer)).toBe('400 validation_error policy_invalid');
      expect(problemOf(answer).errors).toEqual([{ field: spelling, rule, limit, value }]);
    }
    expect(await organisation.policy()).toEqual(untouched);
  });

  describe('the trap that 0 days means no expiry', () => {
    it.each(['0', '-0', '0.0', '0e9', '0E-3'])('is not sprung by %s', async (zero) => {
      const tenant = await host.tenant();
      await tenant.configure({ password: { max_age_days: 90 } });
      const organisation = await tenant.organisation();
      for (const spelling of ['passwordMaxAgeDays', 'password_max_age_days']) {
        const answer = await organisation.put(`{"${spelling}":${zero}}`);
        expect(outcome(answer)).toBe('400 validation_error policy_invalid');
        expect(problemOf(answer).errors).toMatchObject([
          { field: spelling, rule: 'weaker_than_tenant', limit: 90 },
        ]);
      }
      expect(await organisation.policy()).toMatchObject({ passwordMaxAgeDays: 90 });
    });

    it('nor by an override of 0 from before the tenant had an expiry', async () => {
      const tenant = await host.tenant();
      const organisation = await tenant.organisation();
      await organisation.put({ passwordMaxAgeDays: 0 });
      await tenant.configure({ password: { maxAgeDays: 30 } });
      expect(await organisation.policy()).toMatchObject({
        passwordMaxAgeDays: 30,
        _inherited: { passwordMaxAgeDays: true },
      });
    });

    it('and a tenant that drops its expiry leaves the shorter one of an organisation', async () => {
      const tenant = await host.tenant();
      await tenant.configure({ password: { max_age_days: 90 } });
      const organisation = await tenant.organisation();
      await organisation.put({ passwordMaxAgeDays: 60 });
      await tenant.configure({ password: { max_age_days: 0 } });
      expect(await organisation.policy()).toMatchObject({
        passwordMaxAgeDays: 60,
        _inherited: { passwordMaxAgeDays: false },
      });
    });
  });
}, ONE_SERVER);

/** What a PUT of the field changes in `_inherited`. */
function flagOf({ name, flagged = true }: SpecifiedField): Readonly<Record<string, false>> {
  return flagged ? { [name]: false } : {};
}
