import type { GivePassError, ResetPersonError, ShownPass } from '@stepward/core';
import { fillText } from '../../layout/fill-text.js';
import { formatTime } from '../../layout/time.js';
import type { Form } from '../../links/read-form.js';
import type { PortalContent } from '../../portal/portal-route.js';
import { ShownOnce } from '../parts/shown-once.js';
import { PassForm, passInput, ResetForm, resetInput, type HelpFormProps } from './help-forms.js';
import {
  backToPerson,
  backToSearch,
  callerOf,
  done,
  pathOf,
  refusedWith,
  type Outcome,
  type Visit,
} from './people-visit.js';
import { Person, PersonPage } from './person-page.js';
import type { PersonView } from './person-view.js';

const NOTHING: Form = new Map();

export async function showPerson(visit: Visit, view: PersonView): Promise<PortalContent> {
  return personPage(visit, view, null);
}

function personPage(visit: Visit, view: PersonView, alert: string | null): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const address = href(pathOf(view.identityId));
  const body = <PersonPage {...{ view, address, csrf, chosen, brand }} />;
  return { title: chosen.texts.personHeading, back: backToSearch(visit), alert, body };
}

/** That there is no pass to withdraw is said on the page, with 404: the record does not say whether there is one. */
export async function withdrawPass(visit: Visit, view: PersonView): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const withdrawn = await people.withdrawPass(callerOf(visit), view.identityId);
  return withdrawn.match(
    () => done(view, 'withdrawn'),
    (error) => refusedWith(visit, error, (alert) => personPage(visit, view, alert)),
  );
}

export async function askReset(visit: Visit, view: PersonView): Promise<PortalContent> {
  return resetPage(visit, view, NOTHING, [], null);
}

export async function reset(visit: Visit, view: PersonView, form: Form): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const removed = await people.reset(callerOf(visit), view.identityId, resetInput(form));
  return removed.match(
    () => done(view, 'resetDone'),
    (error) =>
      refusedWith(visit, error, (alert) =>
        resetPage(visit, view, form, violationsOf(error), alert),
      ),
  );
}

function resetPage(
  visit: Visit,
  view: PersonView,
  entered: Form,
  violations: HelpFormProps['violations'],
  alert: string | null,
): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const action = href(pathOf(view.identityId, '/reset'));
  const body = <ResetForm {...{ view, action, csrf, entered, violations, chosen, brand }} />;
  return { title: chosen.texts.resetHeading, back: backToPerson(visit), alert, body };
}

export async function askPass(visit: Visit, view: PersonView): Promise<PortalContent> {
  return passPage(visit, view, NOTHING, [], null);
}

export async function givePass(
  visit: Visit,
  view: PersonView,
  form: Form,
): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const given = await people.givePass(callerOf(visit), view.identityId, passInput(form));
  return given.match(
    (pass): Outcome => ({ type: 'show_once', content: shownPass(visit, view, pass) }),
    (error) =>
      refusedWith(visit, error, (alert) => passPage(visit, view, form, violationsOf(error), alert)),
  );
}

function passPage(
  visit: Visit,
  view: PersonView,
  entered: Form,
  violations: HelpFormProps['violations'],
  alert: string | null,
): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const action = href(pathOf(view.identityId, '/pass'));
  const body = <PassForm {...{ view, action, csrf, entered, violations, chosen, brand }} />;
  return { title: chosen.texts.passHeading, back: backToPerson(visit), alert, body };
}

function shownPass(
  { chosen, href }: Visit,
  view: PersonView,
  { pass, expiresAt }: ShownPass,
): PortalContent {
  const { texts } = chosen;
  const time = formatTime(expiresAt, chosen);
  const body = (
    <ShownOnce
      about={fillText(texts.passShownText, { person: <Person view={view} />, time })}
      label={texts.passLabel}
      secret={pass.reveal()}
      next={{ address: href(pathOf(view.identityId)), text: texts.passDone }}
    />
  );
  return { title: texts.passShownHeading, back: null, alert: null, body };
}

function violationsOf(error: ResetPersonError | GivePassError): HelpFormProps['violations'] {
  return error.code === 'help_invalid' ? error.violations : [];
}
