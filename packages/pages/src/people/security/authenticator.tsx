import type { ListedAuthenticator } from '@stepward/core';
import type { Form } from '../../links/read-form.js';
import { Confirm, PortalForm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { Use } from '../factors/enrolment-part.js';
import { FACTORS, type FactorTexts } from '../factors/factors.js';
import { NameField, nameOf } from '../factors/name-field.js';
import { PAGE_FACTORS, type PageFactorName } from '../factors/security-facts.js';
import {
  ACCOUNT_REFUSALS,
  authenticatorPath,
  backOf,
  callerOf,
  factorsChanged,
  redirect,
  refused,
  type Section,
  type SectionOutcome,
  type SectionVisit,
} from '../factors/section.js';

/** `{name}` is what the person calls it, or the name of its factor. */
const english = {
  nameSave: 'Save the name',
  nameSaved: 'Saved: {name}',
  authenticatorRemoved: 'Removed: {name}',
};

export type AuthenticatorTexts = Readonly<typeof english>;

const german: AuthenticatorTexts = {
  nameSave: 'Namen speichern',
  nameSaved: 'Gespeichert: {name}',
  authenticatorRemoved: 'Entfernt: {name}',
};

type Texts = AuthenticatorTexts & FactorTexts;
type Visit = SectionVisit<Texts, 'authenticators'>;
type Outcome = SectionOutcome<Texts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  authenticator_not_found: 'notEnrolled',
  name_malformed: 'nameMalformed',
  last_factor: 'lastFactor',
} as const;

/** The page of one authenticator of any factor: its name, and its removal. */
export const authenticatorSection: Section<Texts, 'authenticators'> = {
  services: ['authenticators'],
  texts: { en: english, de: german },
  routes: [{ path: authenticatorPath(':authenticatorId'), show, actions: { rename, remove } }],
};

async function show(visit: Visit): Promise<PortalContent | null> {
  const found = await find(visit);
  return found && page(visit, found, found.name ?? '');
}

/** @param typed the name in the field */
function page(visit: Visit, found: ListedAuthenticator, typed: string): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const form = { action: href(authenticatorPath(found.id)), csrf };
  const body = [
    <Use authenticator={found} chosen={chosen} />,
    <section>
      <PortalForm {...form}>
        <NameField id="name" value={typed} texts={texts} />
        <button name="do" value="rename">
          {texts.nameSave}
        </button>
      </PortalForm>
    </section>,
    <section>
      <Confirm text={texts.removeHint} act="remove" label={texts.remove} {...form} />
    </section>,
  ];
  return { title: labelOf(visit, found), back: backOf(visit), alert: null, body };
}

async function rename(visit: Visit, fields: Form): Promise<Outcome> {
  const typed = nameOf(fields);
  const { authenticators } = visit.stepward;
  const renamed = await authenticators.rename(callerOf(visit), idOf(visit), typed);
  if (renamed.isErr()) {
    const found = await find(visit);
    return refused(renamed.error, REFUSALS, found && page(visit, found, typed));
  }
  const values = { name: labelOf(visit, renamed.value) };
  return redirect('/security', { text: 'nameSaved', values });
}

async function remove(visit: Visit): Promise<Outcome> {
  const found = await find(visit);
  const removed = await visit.stepward.authenticators.remove(callerOf(visit), idOf(visit));
  if (removed.isErr())
    return refused(removed.error, REFUSALS, found && page(visit, found, found.name ?? ''));
  const values = { name: found === null ? '' : labelOf(visit, found) };
  return factorsChanged({ text: 'authenticatorRemoved', values });
}

/** The one in the address; null where the person has it no more, or it is of a factor that the page does not show. */
async function find(visit: Visit): Promise<ListedAuthenticator | null> {
  const listed = await visit.stepward.authenticators.list(callerOf(visit));
  const all = listed.unwrapOr([]);
  return all.find(({ id, factor }) => id === idOf(visit) && shownFactor(factor) !== null) ?? null;
}

function labelOf({ chosen }: Visit, { name, factor }: ListedAuthenticator): string {
  const shown = shownFactor(factor);
  return name ?? (shown === null ? '' : chosen.texts[FACTORS[shown].section.heading]);
}

function shownFactor(factor: ListedAuthenticator['factor']): PageFactorName | null {
  return PAGE_FACTORS.find((name) => name === factor) ?? null;
}

function idOf({ params }: Visit): string {
  return params['authenticatorId'] ?? '';
}
