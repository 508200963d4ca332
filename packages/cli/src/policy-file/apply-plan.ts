import type { ManagementCaller, PolicyInvalid, Stepward } from '@stepward/core';
import { Failure, violationsText } from '../failures.js';
import type { PolicyPlan } from './plan-policies.js';

/** One unit of work of a plan. */
interface Step {
  /** Whose policy it changes. */
  readonly name: string;
  /** Resolves to why it was refused; null where it was done. */
  readonly run: () => Promise<PolicyInvalid | { readonly code: 'organisation_not_found' } | null>;
}

/**
 * Applies a plan: the tenant first, for the organisations are checked against it, and then each organisation in one unit of
 * work of its own.
 *
 * @param say is told what was applied and what was not, if it stops
 * @throws Failure where a step is refused: the tenant was changed after the plan was made
 */
export async function applyPlan(
  stepward: Stepward,
  caller: ManagementCaller,
  plan: PolicyPlan,
  say: (line: string) => void,
): Promise<void> {
  const steps = stepsOf(stepward, caller, plan);
  for (const [done, { name, run }] of steps.entries()) {
    const stopped = () =>
      say(
        progressText(
          steps.map((step) => step.name),
          done,
        ),
      );
    const refused = await run().catch((error: unknown) => {
      stopped();
      throw error;
    });
    if (refused === null) continue;
    stopped();
    const reasons = 'violations' in refused ? violationsText(refused.violations) : refused.code;
    throw new Failure(
      refused.code,
      `${name} was refused, as the tenant has changed meanwhile: ${reasons}`,
    );
  }
}

function stepsOf(
  { organisations, policies, tenants }: Stepward,
  caller: ManagementCaller,
  plan: PolicyPlan,
): readonly Step[] {
  const { tenantId } = caller;
  const isTenantChanged = Object.values(plan.tenant).some((part) => Object.keys(part).length > 0);
  const tenant: Step = {
    name: `tenant ${tenantId}`,
    async run() {
      const changed = await tenants.configure(caller, plan.tenant);
      return changed.isErr() ? (changed.error as PolicyInvalid) : null;
    },
  };
  const registrations = plan.unknown.map((id): Step => ({
    name: `the registration of ${id}`,
    run: () => organisations.put(tenantId, id).then(() => null),
  }));
  const replacements = plan.organisations.map(([id, policy]): Step => ({
    name: `organisation ${id}`,
    async run() {
      const replaced = await policies.replace(caller, id, policy);
      return replaced.isErr() ? replaced.error : null;
    },
  }));
  return [...(isTenantChanged ? [tenant] : []), ...registrations, ...replacements];
}

/** Where it stopped, on one line however many steps there are. */
function progressText(names: readonly string[], done: number): string {
  const applied = names.slice(0, done);
  const left = `${String(names.length - done)} of ${String(names.length)}, from ${String(names[done])} on`;
  const to = applied.length > 1 ? `${String(done)} steps to ` : '';
  return `applied: ${to}${applied.at(-1) ?? 'nothing'}; not applied: ${left}`;
}
