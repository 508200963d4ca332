import { err, ok, type Result } from 'neverthrow';
import type { ManagementCaller } from '../access/caller.js';
import {
  askHost,
  layersOf,
  type OrganisationNotFound,
  type OrganisationPolicy,
  type PolicyWiring,
} from '../organisations/policy-service.js';
import type { PolicyInvalid } from '../policy/change-policy.js';
import { comparePolicies, type PolicyFieldChange } from '../policy/compare-policies.js';
import { planChange, type PlannedChange } from '../policy/schedule-change.js';
import type { ListMembers } from '../ports/members.js';
import { checkArgument, checkArguments } from '../shared/checks/check-arguments.js';
import { isBoolean } from '../shared/checks/check-options.js';
import { eachMember, type MembersUnavailable, type MemberWiring } from './member-service.js';
import { NO_IMPACT, policyImpact, type PolicyImpact } from './policy-impact.js';

/** What a change of a policy would do. */
export interface PolicyPreview {
  /** The policy when the change begins to hold: at once, or on its date. */
  readonly policy: OrganisationPolicy;
  readonly changes: readonly PolicyFieldChange[];
  /** Whom it would concern; null where `createStepward` was given no `members`, or the impact was not asked for. */
  readonly impact: PreviewedImpact | null;
}

export interface PreviewedImpact extends PolicyImpact {
  /** False where the organisation has more members than the 10,000 that were counted. */
  readonly complete: boolean;
}

export interface PreviewOptions {
  /** Whether the impact is counted, for which the host's `members` is asked; true by default. */
  readonly impact?: boolean;
}

/** Says beforehand what a change of an organisation's policy would do. */
export interface PreviewService {
  /**
   * Takes a change as `policies.update` does, with the same refusals, and stores nothing. A change on a date is compared with today's
   * policy, and counted as of its date.
   */
  preview(
    caller: ManagementCaller,
    organisationId: string,
    change: object,
    options?: PreviewOptions,
  ): Promise<Result<PolicyPreview, OrganisationNotFound | PolicyInvalid | MembersUnavailable>>;
}

export interface PreviewWiring extends PolicyWiring, Omit<MemberWiring, 'storage'> {
  /** Null for a host that lists no members. */
  readonly members: ListMembers | null;
}

export function createPreviewService(wiring: PreviewWiring): PreviewService {
  return {
    async preview(caller, organisationId, change, { impact = true } = {}) {
      checkArguments('policies.preview', { caller, organisationId, change });
      checkArgument('policies.preview', 'impact', isBoolean(impact), 'true or false');
      const organisation = { tenantId: caller.tenantId, organisationId };
      const now = wiring.clock.now();
      const planned = await plannedChange(wiring, organisation, change, now);
      if (planned.isErr()) return err(planned.error);
      const { before, effective, scheduled } = planned.value;
      const list = impact ? wiring.members : null;
      const counted =
        list === null ? ok(null) : await countImpact(wiring, list, organisation, planned.value);
      return counted.map((counts) => ({
        policy: { ...effective.policy, scheduled: effective.from > now ? null : scheduled },
        changes: comparePolicies(before, effective.policy),
        impact: counts,
      }));
    },
  };
}

interface OrganisationRef {
  readonly tenantId: string;
  readonly organisationId: string;
}

async function plannedChange(
  wiring: PreviewWiring,
  organisation: OrganisationRef,
  change: object,
  now: Date,
): Promise<Result<PlannedChange, OrganisationNotFound | PolicyInvalid>> {
  const { tenantId, organisationId } = organisation;
  const host = await askHost(wiring, organisation);
  return wiring.storage.run<PlannedChange, OrganisationNotFound | PolicyInvalid>(
    { tenantId },
    async ({ policies }) => {
      const layers = layersOf(host, await policies.read(organisationId), now);
      return layers.isErr() ? err(layers.error) : planChange(layers.value, change, now);
    },
  );
}

async function countImpact(
  wiring: PreviewWiring,
  list: ListMembers,
  organisation: OrganisationRef,
  { before, effective }: PlannedChange,
): Promise<Result<PreviewedImpact, MembersUnavailable>> {
  const compared = { before, after: effective.policy };
  let counted = NO_IMPACT;
  const listed = await eachMember(wiring, list, organisation, (members) => {
    counted = policyImpact(compared, members, effective.from, counted);
  });
  return listed.map((complete) => ({ ...counted, complete }));
}
