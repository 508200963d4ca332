import type {
  ManagementCaller,
  OrganisationNotFound,
  Stepward,
  TenantInvalid,
} from '@stepward/core';
import { Failure, violationsText } from '../failures.js';
import type { PolicyPlan } from './plan-policies.js';

/** One unit of work of a plan. */
interface Step {
  /** Whose policy it changes. */
  readonly name: string;
  /** Resolves to why it was refused; null where it was done. */
  readonly run: () => Promise<TenantInvalid | OrganisationNotFound | null>;
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
    const refused = await run().catch((error: unknown) => {
      say(progressText(steps, done));
      throw error;
    });
    if (refused === null) continue;
    say(progressText(steps, done));
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
      return changed.isErr() ? changed.error : null;
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
function progressText(steps: readonly Step[], done: number): string {
  const left = `${String(steps.length - done)} of ${String(steps.length)}, from ${String(steps[done]?.name)} on`;
  const to = done > 1 ? `${String(done)} steps to ` : '';
  return `applied: ${to}${steps[done - 1]?.name ?? 'nothing'}; not applied: ${left}`;
}
