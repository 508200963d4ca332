import { stampEvent } from '../../events/event-recorder-service.js';
import type { AuditWiring } from '../../audit/audit-recorder-service.js';
import { loggedClient } from '../../audit/logged-client.js';
import type { CallerClient } from '../../records/client.js';
import type { NewOwnEvent } from '../../events/new-event.js';
import type { Trail } from '../../ports/decision.js';
import { actorIn, newEntries, type Scene } from './new-entries.js';
import type { Happening } from './tell-step.js';

/** Where something happened, and to whom; with what is known of the caller's client. */
export interface TrailScene extends Omit<Scene, 'client'> {
  readonly client: CallerClient;
}

/** Makes the log entries and events that record a change to a person's factors or phone. */
export function trailOf(
  wiring: AuditWiring,
  tenantId: string,
  happenings: readonly Happening[],
  { client: known, ...place }: TrailScene,
): Omit<Trail, 'audit'> {
  const client = loggedClient(known, wiring.clientAddressInLogs);
  const scene: Scene = { ...place, client };
  const told = happenings.flatMap((happening) => eventsOf(tenantId, happening, scene));
  return {
    entries: newEntries(happenings, scene, () => wiring.random.bytes(10)),
    events: told.map((event) => stampEvent(wiring, event)),
  };
}

/** The event beside an entry; most have none. */
function eventsOf(tenantId: string, happening: Happening, scene: Scene): readonly NewOwnEvent[] {
  const { whose: subject, now } = scene;
  const { identityId, factor, purpose } = subject;
  const person = { identity_id: identityId };
  const whose = { ...person, factor };
  const at = now.toISOString();
  if (happening.type === 'factor.enrolled') {
    return [{ type: 'mfa.factor_enrolled', tenantId, data: { ...whose, enrolled_at: at } }];
  }
  if (happening.type === 'factor.removed') {
    const { reason } = happening;
    const by = reason === null ? {} : { actor: actorIn(scene), reason };
    const data = { ...whose, ...by, removed_at: at };
    return [{ type: 'mfa.factor_removed', tenantId, data }];
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
    const locked = purpose === 'phone' ? person : whose;
    return [{ type: 'mfa.locked', tenantId, data: { ...locked, reason, locked_at: at } }];
  }
  if (happening.type === 'factor.suspended') {
    return [{ type: 'mfa.factor_suspended', tenantId, data: { ...whose, suspended_at: at } }];
  }
  if (happening.type === 'recovery_codes.generated') {
    const data = { ...person, generated_at: at };
    return [{ type: 'mfa.recovery_codes_generated', tenantId, data }];
  }
  if (happening.type === 'recovery_code.used' && subject.purpose === 'step_up') {
    const data = { ...person, session_id: subject.sessionId, used_at: at };
    return [{ type: 'mfa.recovery_code_used', tenantId, data }];
  }
  if (happening.type === 'temporary_pass.created') {
    const { reason, expiresAt } = happening;
    const until = { expires_at: expiresAt.toISOString(), created_at: at };
    const data = { ...person, actor: actorIn(scene), reason, ...until };
    return [{ type: 'mfa.temporary_pass_created', tenantId, data }];
  }
  if (happening.type === 'temporary_pass.withdrawn') {
    const data = { ...person, actor: actorIn(scene), withdrawn_at: at };
    return [{ type: 'mfa.temporary_pass_withdrawn', tenantId, data }];
  }
  if (happening.type === 'temporary_pass.used' && subject.purpose === 'step_up') {
    const data = { ...person, session_id: subject.sessionId, used_at: at };
    return [{ type: 'mfa.temporary_pass_used', tenantId, data }];
  }
  if (happening.type === 'sms.blocked') {
    const { block, country } = happening;
    const place = country === null ? {} : { country };
    const until = { blocked_until: block.until.toISOString(), blocked_at: at };
    const { rule, mode } = block;
    const data = { ...person, rule, mode, ...place, ...until };
    return [{ type: 'mfa.sms_blocked', tenantId, data }];
  }
  return [];
}
