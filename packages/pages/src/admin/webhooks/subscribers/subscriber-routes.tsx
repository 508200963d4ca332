import type {
  ChangeSubscriberError,
  CreateSubscriberError,
  SubscriberWithSecret,
} from '@stepward/core';
import { fillText } from '../../../layout/fill-text.js';
import type { Form } from '../../../links/read-form.js';
import { Confirm } from '../../../portal/portal-document.js';
import type { PortalContent } from '../../../portal/portal-route.js';
import { ShownOnce } from '../../parts/shown-once.js';
import { eventPickerView } from './event-picker-view.js';
import {
  SubscriberForm,
  subscriberInput,
  type EnteredSubscriber,
  type SubscriberFormView,
} from './subscriber-form.js';
import { SubscriberList } from './subscriber-pages.js';
import { subscriberView } from './subscriber-view.js';
import type { WebhooksTexts } from '../webhooks-english.js';
import {
  belowOne,
  callerOf,
  contentOf,
  listView,
  ONE,
  PATH,
  pathOf,
  placeIn,
  refusedWith,
  webhookIdOf,
  type Outcome,
  type Visit,
  type WebhooksRoute,
} from '../webhooks-visit.js';

type Violations = SubscriberFormView['violations'];
type Alert = keyof WebhooksTexts | null;

/** The list of subscribers, and the pages that add, change and delete one and give it a new secret. */
export const SUBSCRIBER_ROUTES: readonly WebhooksRoute[] = [
  { path: PATH, show: showList },
  { path: `${PATH}/new`, show: showNew, actions: { create } },
  { path: `${ONE}/edit`, show: showEdit, actions: { save } },
  { path: `${ONE}/secret`, show: showRotate, actions: { rotate } },
  { path: `${ONE}/delete`, show: showRemove, actions: { remove } },
];

async function showList(visit: Visit): Promise<PortalContent | null> {
  const { stepward, session, chosen, brand, href, now } = visit;
  const list = ['portal webhooks', session.tenantId];
  const position = placeIn(list, visit);
  if (position === undefined) return null;
  const page = await stepward.subscribers.list(session.tenantId, { position });
  const view = listView(
    visit,
    list,
    page,
    (subscriber) => subscriberView(subscriber, now),
    (query) => href(PATH, query),
  );
  const addresses = {
    addAddress: href(`${PATH}/new`),
    addressOf: (id: string) => href(pathOf(id)),
  };
  const body = <SubscriberList list={view} {...addresses} chosen={chosen} brand={brand} />;
  return contentOf(chosen.texts.heading, null, body);
}

async function showNew(visit: Visit): Promise<PortalContent> {
  const empty: EnteredSubscriber = { url: '', description: '', event_types: ['*'] };
  return formPage(visit, 'create', formView(visit, empty, []));
}

async function create(visit: Visit, form: Form): Promise<Outcome | null> {
  const input = subscriberInput(form, (type) => isReserved(visit, type));
  const created = await visit.stepward.subscribers.create(callerOf(visit), input);
  if (created.isOk()) return showSecret(visit, created.value);
  const { error } = created;
  const view = formView(visit, input, violationsOf(error));
  return refusedWith(error, formPage(visit, 'create', view, ALERTS[error.code]));
}

async function showEdit(visit: Visit): Promise<PortalContent | null> {
  return editPage(visit, null, []);
}

async function editPage(
  visit: Visit,
  input: EnteredSubscriber | null,
  violations: Violations,
  alert: Alert = null,
): Promise<PortalContent | null> {
  const { stepward, session } = visit;
  const found = await stepward.subscribers.get(session.tenantId, webhookIdOf(visit));
  if (found.isErr()) return null;
  const { url, description, naming, signature, body, ordering, version } = found.value;
  const { eventTypes, headers } = found.value;
  const stored = {
    ...{ url, description, naming, signature, body, ordering, version, event_types: eventTypes },
    client_certificate: found.value.clientCertificate,
  };
  const view = formView(visit, { ...stored, ...input }, violations, headers?.names);
  return formPage(visit, 'save', view, alert);
}

async function save(visit: Visit, form: Form): Promise<Outcome | null> {
  const input = subscriberInput(form, (type) => isReserved(visit, type));
  const id = webhookIdOf(visit);
  const changed = await visit.stepward.subscribers.change(callerOf(visit), id, input);
  if (changed.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text: 'saved' } };
  const { error } = changed;
  if (error.code === 'subscriber_not_found') return null;
  return refusedWith(error, await editPage(visit, input, violationsOf(error), ALERTS[error.code]));
}

async function showRotate(visit: Visit): Promise<PortalContent | null> {
  return (await isKnown(visit)) ? rotatePage(visit) : null;
}

async function rotate(visit: Visit, form: Form): Promise<Outcome | null> {
  const change = { overlap_ms: Number(form.get('overlap')) };
  const { subscribers } = visit.stepward;
  const rotated = await subscribers.rotateSecret(callerOf(visit), webhookIdOf(visit), change);
  if (rotated.isOk()) return showSecret(visit, rotated.value);
  const { error } = rotated;
  if (error.code === 'subscriber_not_found') return null;
  return refusedWith(error, rotatePage(visit, ALERTS[error.code]));
}

async function showRemove(visit: Visit): Promise<PortalContent | null> {
  return (await isKnown(visit)) ? removePage(visit) : null;
}

async function remove(visit: Visit): Promise<Outcome | null> {
  const removed = await visit.stepward.subscribers.remove(callerOf(visit), webhookIdOf(visit));
  if (removed.isErr()) return null;
  return { type: 'redirect', path: PATH, notice: { text: 'removed' } };
}

async function isKnown(visit: Visit): Promise<boolean> {
  const { stepward, session } = visit;
  return (await stepward.subscribers.get(session.tenantId, webhookIdOf(visit))).isOk();
}

/** Whether an event, or every event of a group, is one of Stepward's own. */
function isReserved({ stepward: { eventRegistry } }: Visit, pattern: string): boolean {
  const isOwn = (type: string): boolean => eventRegistry.find(type)?.isReserved === true;
  if (!pattern.endsWith('.*')) return isOwn(pattern);
  return eventRegistry.types.some((type) => type.startsWith(pattern.slice(0, -1)) && isOwn(type));
}

function violationsOf(error: CreateSubscriberError | ChangeSubscriberError): Violations {
  return error.code === 'subscriber_invalid' ? error.violations : [];
}

function formView(
  visit: Visit,
  {
    url,
    description,
    naming = 'canonical',
    signature = 'v1',
    body = 'full',
    ordering = 'none',
    version = visit.stepward.eventRegistry.versions.at(-1) ?? null,
    event_types: types,
    client_certificate: clientCertificate = null,
  }: EnteredSubscriber,
  violations: Violations,
  headerNames: readonly string[] = [],
): SubscriberFormView {
  const { stepward, session } = visit;
  const choosesSignature =
    signature !== 'v1' || stepward.subscribers.publicKeys(session.tenantId) !== null;
  const events = stepward.eventRegistry.describe();
  const { versions: known } = stepward.eventRegistry;
  // A stored version that no event has any more can stay.
  const isListed = version === null || known.includes(version);
  const versions = isListed ? known : [...known, version].toSorted();
  const picker = eventPickerView(events, (type) => isReserved(visit, type), types);
  return {
    ...{ url, description, naming, signature, body, ordering, headerNames, clientCertificate },
    ...{ version, versions, choosesSignature, picker, violations },
  };
}

function formPage(
  visit: Visit,
  action: 'create' | 'save',
  view: SubscriberFormView,
  alert: Alert = null,
): PortalContent {
  const { chosen, brand, csrf, href } = visit;
  const { texts } = chosen;
  const isNew = action === 'create';
  const own = isNew ? PATH : pathOf(webhookIdOf(visit));
  const address = href(`${own}${isNew ? '/new' : '/edit'}`);
  const back = { address: href(own), text: isNew ? texts.toList : texts.toWebhook };
  const body = <SubscriberForm {...{ view, address, csrf, action, chosen, brand }} />;
  const title = isNew ? texts.newHeading : texts.editHeading;
  return contentOf(title, back, body, alert === null ? null : texts[alert]);
}

function showSecret(visit: Visit, { subscriber, secret }: SubscriberWithSecret): Outcome {
  const { chosen, brand, href } = visit;
  const { texts } = chosen;
  const body = (
    <ShownOnce
      about={fillText(texts.secretText, { app: brand.name })}
      label={texts.secretLabel}
      secret={secret.reveal()}
      next={{ address: href(pathOf(subscriber.id)), text: texts.secretDone }}
    />
  );
  return { type: 'show_once', content: contentOf(texts.secretHeading, null, body) };
}

function rotatePage(visit: Visit, alert: Alert = null): PortalContent {
  const { texts } = visit.chosen;
  const { form, back } = belowOne(visit, '/secret');
  const body = (
    <Confirm text={texts.rotateText} act="rotate" label={texts.rotate} {...form}>
      <OverlapChoice texts={texts} />
    </Confirm>
  );
  return contentOf(texts.rotateHeading, back, body, alert === null ? null : texts[alert]);
}

/** How long the earlier secret signs as well. */
function OverlapChoice({ texts }: { readonly texts: WebhooksTexts }) {
  return (
    <div class="field">
      <label for="overlap">{texts.overlapLabel}</label>
      <select id="overlap" name="overlap">
        <option value={DAY_MS}>{texts.overlapDay}</option>
        <option value={7 * DAY_MS}>{texts.overlapWeek}</option>
        <option value="0">{texts.overlapNone}</option>
      </select>
    </div>
  );
}

function removePage(visit: Visit): PortalContent {
  const { texts } = visit.chosen;
  const { form, back } = belowOne(visit, '/delete');
  const body = <Confirm text={texts.removeText} act="remove" label={texts.remove} {...form} />;
  return contentOf(texts.removeHeading, back, body);
}

const DAY_MS = 86_400_000;

/** The text above a form that was refused. */
const ALERTS = {
  subscriber_invalid: 'refused',
  webhook_request_invalid: 'refused',
  subscriber_limit_reached: 'refusedLimit',
  webhooks_not_configured: 'refusedNotConfigured',
} as const;
