import { systemCaller } from '@stepward/core';
import type { Actor } from './act-as-person.js';
import { changeMinimum } from './change-minimum.js';
import { drawPerson, identityOf, TENANTS } from './people.js';
import type { SettingsWatch } from './watch-settings.js';

/** Each host changes a setting of its own, so that a change of one must not undo that of another. */
export const FIELDS = ['sessionTimeoutMinutes', 'passwordDisallowReuse', 'gracePeriodMs'] as const;

export const ORGANISATION = 'org';

/** What is watched of what administrators change. */
export interface Watches {
  /** Of the organisation {@link ORGANISATION}. */
  readonly settings: SettingsWatch;
  /** The shortest password of each tenant. */
  readonly minimums: SettingsWatch;
}

/** An administrator does one thing. */
export async function actAsAdministrator(
  actor: Actor,
  field: (typeof FIELDS)[number],
  { settings, minimums }: Watches,
): Promise<void> {
  const { random } = actor.process;
  switch (random.integer(4)) {
    case 0:
      return resetPerson(actor);
    case 1:
      return movePerson(actor);
    case 2:
      return changeMinimum(actor, minimums);
    default:
      return changePolicy(actor, field, settings);
  }
}

async function resetPerson({ process, stepward, answers }: Actor): Promise<void> {
  const person = drawPerson(process.random);
  const done = answers.voiding(person);
  const reset = await stepward.people.reset(systemCaller(person.tenantId), person.identityId, {
    reason: 'lost the phone',
  });
  if (reset.isOk()) done();
}

/** Gives a person the other number. */
async function movePerson({ process: { random }, stepward, answers }: Actor): Promise<void> {
  const person = drawPerson(random);
  const { tenantId, identityId, numbers } = person;
  const before = await stepward.identities.find(tenantId, identityId);
  const place = before?.phone?.number === numbers[0] ? 1 : 0;
  const done = answers.voiding(person);
  (await stepward.identities.put(tenantId, identityOf(person, place)))._unsafeUnwrap();
  // Another administrator may have moved the person meanwhile; then this changed nothing.
  if (before?.phone?.number !== numbers[place]) done();
}

async function changePolicy(
  { process: { random }, stepward: { policies } }: Actor,
  field: (typeof FIELDS)[number],
  settings: SettingsWatch,
): Promise<void> {
  const tenantId = TENANTS[random.integer(TENANTS.length)] ?? 'acme';
  const value = 20 + random.integer(100);
  const done = settings.changing(`${field} of ${tenantId}`, value);
  const change = { [field]: value };
  (await policies.update(systemCaller(tenantId), ORGANISATION, change))._unsafeUnwrap();
  done();
}
