import { stampEvent, type EventWiring } from '../../events/event-recorder-service.js';
import type { NewOwnEvent } from '../../events/new-event.js';
import type { Trail } from '../../ports/decision.js';
import { newEntries, type Scene } from './new-entries.js';
import type { Happening } from './tell-step.js';

/** Makes the log entries and events that record a change to a person's factors or phone. */
export function trailOf(
  wiring: EventWiring,
  tenantId: string,
  happenings: readonly Happening[],
  scene: Scene,
): Trail {
  const told = happenings.flatMap((happening) => eventsOf(tenantId, happening, scene));
  return {
    entries: newEntries(happenings, scene, () => wiring.random.bytes(10)),
    events: told.map((event) => stampEvent(wiring, event)),
  };
}

/** The event beside an entry; most have none. */
function eventsOf(
  tenantId: string,
  happening: Happening,
  { whose: { identityId, factor, purpose }, now }: Scene,
): readonly NewOwnEvent[] {
  const whose = { identity_id: identityId, factor };
  const at = now.toISOString();
  if (happening.type === 'factor.enrolled') {
    return [{ type: 'mfa.factor_enrolled', tenantId, data: { ...whose, enrolled_at: at } }];
  }
  if (happening.type === 'factor.removed') {
    return [{ type: 'mfa.factor_removed', tenantId, data: { ...whose, removed_at: at } }];
  }
  if (happening.type === 'authenticator.removed') {
    const one = { ...whose, authenticator_id: happening.authenticatorId };
    return [{ type: 'mfa.authenticator_removed', tenantId, data: { ...one, removed_at: at } }];
  }
  if (happening.type === 'authenticator.renamed') {
    const one = { ...whose, authenticator_id: happening.authenticatorId };
    return [{ type: 'mfa.authenticator_renamed', tenantId, data: { ...one, renamed_at: at } }];
  }
  if (happening.type === 'factor.locked') {
    const { reason } = happening;
    const locked = purpose === 'phone' ? { identity_id: identityId } : whose;
    return [{ type: 'mfa.locked', tenantId, data: { ...locked, reason, locked_at: at } }];
  }
  if (happening.type === 'factor.suspended') {
    return [{ type: 'mfa.factor_suspended', tenantId, data: { ...whose, suspended_at: at } }];
  }
  if (happening.type === 'sms.blocked') {
    const { block, country } = happening;
    const place = country === null ? {} : { country };
    const until = { blocked_until: block.until.toISOString(), blocked_at: at };
    const { rule, mode } = block;
    const data = { identity_id: identityId, rule, mode, ...place, ...until };
    return [{ type: 'mfa.sms_blocked', tenantId, data }];
  }
  return [];
}
