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
  type Outcome,
  type Visit,
} from './people-visit.js';
import { refusedWith } from './people-refused.js';
import { Person, PersonPage, type PersonPageProps } from './person-page.js';
import type { PersonView } from './person-view.js';

/** The page of a kind of help; its name is also the end of its path. */
const HELP = {
  reset: { heading: 'resetHeading', HelpForm: ResetForm },
  pass: { heading: 'passHeading', HelpForm: PassForm },
} as const;

/** What was entered in a form of help, and what is wrong with it. */
interface Entered extends Pick<HelpFormProps, 'entered' | 'violations'> {
  readonly alert: string | null;
}

/** Before anything was entered. */
const FIRST: Entered = { entered: new Map(), violations: [], alert: null };

function helpPage(
  kind: keyof typeof HELP,
  visit: Visit,
  view: PersonView,
  { alert, ...entered }: Entered,
): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const { heading, HelpForm } = HELP[kind];
  const action = href(pathOf(view.identityId, `/${kind}`));
  const body = <HelpForm {...{ view, action, csrf, chosen, brand }} {...entered} />;
  return { title: chosen.texts[heading], back: backToPerson(visit), alert, body };
}

export async function showPerson(visit: Visit, view: PersonView): Promise<PortalContent> {
  return personPage(visit, view, null, await devicesOf(visit, view));
}

/** None where the person has gone meanwhile. */
async function devicesOf(visit: Visit, { identityId }: PersonView): Promise<Devices> {
  const found = await visit.stepward.people.trustedDevices(callerOf(visit), identityId);
  return found.unwrapOr([]);
}

type Devices = PersonPageProps['devices'];

function personPage(
  visit: Visit,
  view: PersonView,
  alert: string | null,
  devices: Devices,
): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const address = href(pathOf(view.identityId));
  const body = <PersonPage {...{ view, devices, address, csrf, chosen, brand }} />;
  return { title: chosen.texts.personHeading, back: backToSearch(visit), alert, body };
}

/** A pass that was used, has expired or was withdrawn since the page was shown is 404, with the reason. */
export async function withdrawPass(visit: Visit, view: PersonView): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const withdrawn = await people.withdrawPass(callerOf(visit), view.identityId);
  if (withdrawn.isOk()) return done(view, 'withdrawn');
  const devices = await devicesOf(visit, view);
  return refusedWith(visit, withdrawn.error, (alert) => personPage(visit, view, alert, devices));
}

/** A browser that has ended since the page was shown is 404, with the reason. */
export async function endDevice(
  visit: Visit,
  view: PersonView,
  form: Form,
): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const deviceId = form.get('device') ?? '';
  const ended = await people.endTrustedDevice(callerOf(visit), view.identityId, deviceId);
  if (ended.isOk()) return done(view, 'deviceEnded');
  const devices = await devicesOf(visit, view);
  return refusedWith(visit, ended.error, (alert) => personPage(visit, view, alert, devices));
}

export async function askReset(visit: Visit, view: PersonView): Promise<PortalContent> {
  return helpPage('reset', visit, view, FIRST);
}

export async function reset(visit: Visit, view: PersonView, form: Form): Promise<Outcome | null> {
  const { people } = visit.stepward;
  const removed = await people.reset(callerOf(visit), view.identityId, resetInput(form));
  return removed.match(
    () => done(view, 'resetDone'),
    (error) =>
      refusedWith(visit, error, (alert) =>
        helpPage('reset', visit, view, { entered: form, violations: violationsOf(error), alert }),
      ),
  );
}

export async function askPass(visit: Visit, view: PersonView): Promise<PortalContent> {
  return helpPage('pass', visit, view, FIRST);
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
      refusedWith(visit, error, (alert) =>
        helpPage('pass', visit, view, { entered: form, violations: violationsOf(error), alert }),
      ),
  );
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
