import { createHash } from 'node:crypto';
import type { Stepward } from '@stepward/core';
import { Failure, violationsText } from '../failures.js';
import { readText, type Io } from '../io.js';
import { requireTenant } from '../tenant.js';
import { planPolicies, type PlannedField, type PolicyPlan } from './plan-policies.js';
import type { JsonPath } from './read-json.js';
import { readPolicyFile, type PolicyFile } from './read-policy-file.js';
import { exportedText, readState, type TenantState } from './tenant-state.js';

/** The plan of a file, and the state that it starts from. */
export interface FilePlan extends PolicyPlan {
  /** Stands for all that is stored of the tenant's policies: it changes with them. */
  readonly state: string;
}

/**
 * Plans a policy file for a tenant.
 *
 * @param register whether organisations that storage does not know are to be registered
 * @throws Failure that names everything that is refused, by line and path
 */
export async function planFile(
  stepward: Stepward,
  { tenantId, file, register, io }: PlanRequest,
): Promise<FilePlan> {
  const read = readPolicyFile(await readText(file, io));
  await requireTenant(stepward, tenantId);
  const state = await readState(stepward, tenantId);
  const plan = planPolicies(read, state, new Date());
  const refused = refusalTexts(read, plan);
  const unknown = plan.unknown.map(
    (id) => `${placeText(read, ['organisations', id])}: there is no such organisation`,
  );
  if (refused.length > 0) {
    throw new Failure('policy_invalid', `nothing is changed: ${refused.join('; ')}`);
  }
  if (unknown.length > 0 && !register) {
    const help = 'use --register where your service has it';
    throw new Failure('organisation_not_found', `${unknown.join('; ')}; ${help}`);
  }
  const digest = createHash('sha256').update(exportedText(state)).digest('hex');
  return { ...plan, state: digest.slice(0, 16) };
}

/** What a plan of a text would refuse, each with its line and path. */
export function refusalsOf(text: string, state: TenantState): readonly string[] {
  const file = readPolicyFile(text);
  return refusalTexts(file, planPolicies(file, state, new Date()));
}

function refusalTexts(file: PolicyFile, { refusals }: PolicyPlan): readonly string[] {
  return refusals.map(({ path, ...violation }) =>
    violationsText([{ ...violation, field: placeText(file, path) }]),
  );
}

function placeText({ lineOf }: PolicyFile, path: JsonPath): string {
  return `line ${String(lineOf(path))}: ${path.join('.')}`;
}

export interface PlanRequest {
  readonly tenantId: string;
  readonly file: string;
  readonly register: boolean;
  readonly io: Io;
}

/** The plan for people, a line for each field. */
export function planText({ fields, leftAlone, unknown, state }: FilePlan): string {
  const lines = [
    ...unknown.map((id) => `${id}: is registered`),
    ...fields.map(fieldText),
    ...leftAlone.map((id) => `${id}: is not in the file, and is left alone`),
    countText(fields.length),
    `state ${state}`,
  ];
  return lines.join('\n');
}

export function planValue({ fields, leftAlone, unknown, state }: FilePlan): object {
  return { changes: fields, register: unknown, left_alone: leftAlone, state };
}

/** Whether applying the plan would store anything. */
export function hasChanges({ fields, unknown }: PolicyPlan): boolean {
  return fields.length > 0 || unknown.length > 0;
}

function fieldText({ organisation, field, effect, ...change }: PlannedField): string {
  const values = `${valueText(change.from)} -> ${valueText(change.to)}`;
  const date = change.effective_from === null ? '' : `, from ${change.effective_from} on`;
  return `${organisation ?? 'tenant'}: ${field}: ${values} (${EFFECTS[effect]}${date})`;
}

const EFFECTS = {
  stricter: 'stricter',
  weaker: 'weaker',
  other: 'neither stricter nor weaker',
  none: 'changes nothing now',
} as const satisfies Record<PlannedField['effect'], string>;

function valueText(value: unknown): string {
  return value === undefined ? 'inherited' : JSON.stringify(value);
}

function countText(count: number): string {
  if (count === 0) return 'nothing changes';
  return count === 1 ? '1 field changes' : `${String(count)} fields change`;
}
