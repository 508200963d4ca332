import type {
  Actor,
  ManagementCaller,
  MembersUnavailable,
  OrganisationNotFound,
  PolicyInvalid,
  PolicyPreview,
} from '@stepward/core';
import { stderrLogger, systemClock } from '@stepward/core';
import { checkOptions, hasMethods, optional, required } from '@stepward/core/adapter';
import { answerOf } from '../../layout/answer-of.js';
import { fillText } from '../../layout/fill-text.js';
import { utcTime } from '../../layout/time.js';
import type { Form } from '../../links/read-form.js';
import { createPortalPage, type PortalPage } from '../../portal/create-portal-page.js';
import { Confirm } from '../../portal/portal-document.js';
import type { PortalPageOptions } from '../../portal/portal-options.js';
import type { PortalContent, PortalOutcome, PortalVisit } from '../../portal/portal-route.js';
import {
  actorRule,
  portalSessionRules,
  type PortalSession,
  type PortalSessionShape,
} from '../../portal/portal-session.js';
import { createPeopleNames, type PeopleNames } from '../people/people-names.js';
import type { PeoplePort } from '../people/people-port.js';
import { shownName } from '../parts/shown-name.js';
import type { NamedPreview } from './change-preview.js';
import { policyChange } from './policy-change.js';
import { policyEnglish, type PolicyTexts } from './policy-english.js';
import { policyGerman } from './policy-german.js';
import { PolicyPage } from './policy-page.js';
import { policyView, type RefusedPolicy } from './policy-view.js';

/** An administrator of one organisation, who may see and change its policy. */
export interface PolicySession extends PortalSession {
  readonly organisationId: string;
  /** Who changes the policy, for the audit log. */
  readonly actor: Actor;
}

const policySession: PortalSessionShape<PolicySession> = {
  rules: {
    ...portalSessionRules,
    organisationId: required('a text', (value) => typeof value === 'string'),
    actor: actorRule,
  },
  pick: ({ tenantId, sessionId, organisationId, actor: { type, id } }) => ({
    ...{ tenantId, sessionId, organisationId },
    actor: { type, id },
  }),
  namesOf: ({ tenantId, organisationId, actor }) => ({
    person: actor.id,
    account: `${tenantId}, ${organisationId}`,
  }),
};

/** The options of `createPolicyPage`. */
export interface PolicyPageOptions extends PortalPageOptions<
  PolicySession,
  PolicyTexts,
  PolicyServices
> {
  /**
   * Your records of people, as `createPeoplePage` takes them: previews name people by `find`, at most 40 times a preview.
   * Without them, by identity id alone.
   */
  readonly people?: PeoplePort;
}

type PolicyServices = 'policies' | 'tenants';
type Visit = PortalVisit<PolicySession, PolicyTexts, PolicyServices>;
type Outcome = PortalOutcome<PolicyTexts>;

const PATH = '/policy';
const RESET_PATH = `${PATH}/reset`;

/**
 * Builds the page `/policy`: an organisation's security policy, where each value comes from, and a form to change it.
 * It calls `stepward.policies`, with its checks, audit entries and events.
 *
 * @example
 * const policyPage = createPolicyPage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'pages-1', secret: process.env.PAGE_KEY ?? '' } }),
 *   publicUrl: 'https://app.example.com',
 *   brand: { name: 'Example' },
 *   signedIn: (request) => administratorOf(request),
 * });
 * app.use(stepwardExpress(policyPage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createPolicyPage(options: PolicyPageOptions): PortalPage<PolicySession> {
  const { people, ...portal } = options;
  checkOptions(
    'createPolicyPage',
    { people },
    { people: optional('an object with search and find', hasMethods('search', 'find')) },
  );
  const { clock = systemClock, logger = stderrLogger } = options;
  const names = createPeopleNames({ port: people ?? null, clock, logger });
  return createPortalPage(
    {
      factory: 'createPolicyPage',
      path: PATH,
      session: policySession,
      limitedAs: 'customer',
      services: ['policies', 'tenants'],
      shipped: { en: policyEnglish, de: policyGerman },
      routes: [
        {
          path: PATH,
          show: showPolicy,
          actions: { save: savePolicy, preview: previewPolicy(names), withdraw: withdrawChange },
        },
        { path: RESET_PATH, show: confirmReset, actions: { reset: resetPolicy } },
      ],
    },
    portal,
  );
}

async function showPolicy(visit: Visit): Promise<PortalContent | null> {
  return policyContent(visit, { refused: null, preview: null, alert: null });
}

/** The last form, and its result. */
interface LastForm {
  readonly refused: RefusedPolicy | null;
  readonly preview: NamedPreview | null;
  readonly alert: 'refused' | 'membersUnavailable' | null;
}

async function policyContent(
  visit: Visit,
  { refused, preview, alert }: LastForm,
): Promise<PortalContent | null> {
  const { stepward, session, chosen, href } = visit;
  const { tenantId, organisationId } = session;
  const policy = await stepward.policies.get(tenantId, organisationId);
  if (policy.isErr()) return null;
  const tenant = await stepward.tenants.find(tenantId);
  const view = policyView({ policy: policy.value, tenant, refused });
  return {
    title: chosen.texts.heading,
    back: null,
    alert: alert && chosen.texts[alert],
    body: (
      <PolicyPage
        {...{ view, refused, preview, policy: policy.value }}
        address={href(PATH)}
        resetAddress={href(RESET_PATH)}
        {...visit}
      />
    ),
  };
}

async function savePolicy(visit: Visit, form: Form): Promise<Outcome | null> {
  const { stepward, session } = visit;
  const { change, from, body } = enteredChange(form);
  const changed = await stepward.policies.update(callerOf(visit), session.organisationId, body);
  if (changed.isOk()) {
    const now = Object.keys(change).length === 0 ? 'unchanged' : 'saved';
    const text = from === '' ? now : 'planned';
    return { type: 'redirect', path: PATH, notice: { text } };
  }
  return refusedChange(visit, form, changed.error);
}

function enteredChange(form: Form) {
  const change = policyChange(form);
  const from = form.get('effective_from') ?? '';
  const body = from === '' ? change : { ...change, effective_from: utcTime(from) };
  return { change, from, body };
}

/** Shows what the form would change. The page has what was entered, to be saved or changed. */
function previewPolicy(names: PeopleNames) {
  return async (visit: Visit, form: Form): Promise<Outcome | null> => {
    const { stepward, session } = visit;
    const { body } = enteredChange(form);
    const seen = await stepward.policies.preview(callerOf(visit), session.organisationId, body);
    if (seen.isErr()) return refusedChange(visit, form, seen.error);
    const refused = { entered: form, violations: [] };
    const preview = { ...seen.value, people: await namesIn(seen.value, names, session.tenantId) };
    const content = await policyContent(visit, { refused, preview, alert: null });
    return content && { type: 'refused', status: 200, content };
  };
}

/** The names of the people in a preview's samples, each asked for once. */
async function namesIn(
  { impact }: PolicyPreview,
  names: PeopleNames,
  tenantId: string,
): Promise<NamedPreview['people']> {
  const { mustEnrol = [], blocked = [] } = impact?.sample ?? {};
  const ids = [...new Set([...mustEnrol, ...blocked])];
  const found = ids.map(async (id) => {
    const { name } = await names.find(tenantId, id);
    return [id, shownName(name)] as const;
  });
  return new Map(await Promise.all(found));
}

async function refusedChange(
  visit: Visit,
  form: Form,
  error: OrganisationNotFound | PolicyInvalid | MembersUnavailable,
): Promise<Outcome | null> {
  if (error.code === 'organisation_not_found') return null;
  const isInvalid = error.code === 'policy_invalid';
  const refused = { entered: form, violations: isInvalid ? error.violations : [] };
  const alert = isInvalid ? 'refused' : 'membersUnavailable';
  const content = await policyContent(visit, { refused, preview: null, alert });
  return content && { type: 'refused', ...answerOf(error), content };
}

async function withdrawChange(visit: Visit): Promise<Outcome | null> {
  const { stepward, session } = visit;
  const caller = callerOf(visit);
  const body = { scheduled: null };
  const done = await stepward.policies.update(caller, session.organisationId, body);
  if (done.isErr()) return null;
  return { type: 'redirect', path: PATH, notice: { text: 'withdrawn' } };
}

async function resetPolicy(visit: Visit): Promise<Outcome | null> {
  const { stepward, session } = visit;
  const done = await stepward.policies.reset(callerOf(visit), session.organisationId);
  if (done.isErr()) return null;
  return { type: 'redirect', path: PATH, notice: { text: 'resetDone' } };
}

async function confirmReset({ chosen, brand, csrf, href }: Visit): Promise<PortalContent> {
  const { texts } = chosen;
  return {
    title: texts.resetHeading,
    back: { address: href(PATH), text: texts.toPolicy },
    alert: null,
    body: (
      <Confirm
        text={fillText(texts.resetText, { app: brand.name })}
        action={href(RESET_PATH)}
        csrf={csrf}
        act="reset"
        label={texts.reset}
      />
    ),
  };
}

function callerOf({ session: { tenantId, actor }, client }: Visit): ManagementCaller {
  return { tenantId, actor, scopes: ['organisations:read', 'organisations:write'], ...client };
}
