import type { DeliveryStatus, ReplayedRange, ReplayRangeError } from '@stepward/core';
import { DELIVERY_STATUSES } from '@stepward/core/adapter';
import { fillText } from '../../../layout/fill-text.js';
import { formatTime, utcTime } from '../../../layout/time.js';
import type { Form } from '../../../links/read-form.js';
import type { PortalContent, PortalNotice } from '../../../portal/portal-route.js';
import { DeliveryList, DeliveryPage, ReplayForm, type ReplayFormView } from './delivery-pages.js';
import { deliveryDetailView, deliveryView, type DeliveryView } from './delivery-view.js';
import { SubscriberDetails } from '../subscribers/subscriber-pages.js';
import { subscriberView } from '../subscribers/subscriber-view.js';
import { formatCount, type ListView } from '../webhook-parts.js';
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

/** The page of a subscriber with its deliveries, that of one delivery, and the replay of a period. */
export const DELIVERY_ROUTES: readonly WebhooksRoute[] = [
  { path: ONE, show: showSubscriber, actions: { test: sendTest, enable, disable } },
  {
    path: `${ONE}/replay`,
    show: showReplay,
    actions: { preview: previewReplay, replay: replayRange },
  },
  { path: `${ONE}/deliveries/:deliveryId`, show: showDelivery, actions: { replay } },
];

async function showSubscriber(visit: Visit): Promise<PortalContent | null> {
  return subscriberPage(visit, null);
}

async function subscriberPage(visit: Visit, alert: Alert): Promise<PortalContent | null> {
  const { stepward, session, chosen, brand, csrf, href, now } = visit;
  const id = webhookIdOf(visit);
  const found = await stepward.subscribers.get(session.tenantId, id);
  if (found.isErr()) return null;
  const keys = stepward.subscribers.publicKeys(session.tenantId);
  const view = subscriberView(found.value, now, keys);
  const status = statusOf(visit);
  const list = await deliveryList(visit, status);
  if (list === null) return null;
  const { texts } = chosen;
  const frame = { chosen, brand, address: href(pathOf(id)) };
  const body = [
    <SubscriberDetails view={view} csrf={csrf} {...frame} />,
    <DeliveryList list={list} status={status ?? ''} isEnabled={view.enabled} {...frame} />,
  ];
  const back = { address: href(PATH), text: texts.toList };
  return contentOf(view.url, back, body, alert && texts[alert]);
}

/** The status that the list is filtered by; null for none. */
function statusOf({ query }: Visit): DeliveryStatus | null {
  return DELIVERY_STATUSES.find((each) => each === query.get('status')) ?? null;
}

/** Null where the subscriber is gone, or the address has the place of another list. */
async function deliveryList(
  visit: Visit,
  status: DeliveryStatus | null,
): Promise<ListView<DeliveryView> | null> {
  const { stepward, session, href } = visit;
  const { tenantId } = session;
  const id = webhookIdOf(visit);
  const list = ['portal deliveries', tenantId, id, status ?? ''];
  const position = placeIn(list, visit);
  if (position === undefined) return null;
  const page = await stepward.deliveries.list(tenantId, id, { status }, { position });
  if (page.isErr()) return null;
  return listView(visit, list, page.value, deliveryView, (further) =>
    href(pathOf(id), { ...(status !== null && { status }), ...further }),
  );
}

async function sendTest(visit: Visit): Promise<Outcome | null> {
  const id = webhookIdOf(visit);
  const sent = await visit.stepward.deliveries.sendTest(callerOf(visit), id);
  if (sent.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text: 'tested' } };
  if (sent.error.code === 'subscriber_not_found') return null;
  return refusedWith(sent.error, await subscriberPage(visit, 'refusedDisabled'));
}

async function enable(visit: Visit): Promise<Outcome | null> {
  return change(visit, { enabled: true }, 'isEnabled');
}

async function disable(visit: Visit): Promise<Outcome | null> {
  return change(visit, { enabled: false }, 'isDisabled');
}

async function change(
  visit: Visit,
  to: { readonly enabled: boolean },
  text: 'isEnabled' | 'isDisabled',
): Promise<Outcome | null> {
  const id = webhookIdOf(visit);
  const changed = await visit.stepward.subscribers.change(callerOf(visit), id, to);
  if (changed.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text } };
  const { error } = changed;
  if (error.code === 'subscriber_not_found') return null;
  const alert = error.code === 'subscriber_invalid' ? 'refused' : 'refusedNotConfigured';
  return refusedWith(error, await subscriberPage(visit, alert));
}

async function showDelivery(visit: Visit): Promise<PortalContent | null> {
  return deliveryPage(visit, null);
}

async function deliveryPage(visit: Visit, alert: Alert): Promise<PortalContent | null> {
  const { stepward, session, chosen, brand } = visit;
  const [id, deliveryId] = [webhookIdOf(visit), deliveryIdOf(visit)];
  const found = await stepward.deliveries.get(session.tenantId, id, deliveryId);
  if (found.isErr()) return null;
  const view = deliveryDetailView(found.value);
  const { form, back } = belowOne(visit, `/deliveries/${encodeURIComponent(deliveryId)}`);
  const body = <DeliveryPage {...{ view, form, chosen, brand }} />;
  const { texts } = chosen;
  const title = fillText(texts.deliveryHeading, { name: view.eventType }).map(String).join('');
  return contentOf(title, back, body, alert && texts[alert]);
}

function deliveryIdOf({ params }: Visit): string {
  return params['deliveryId'] ?? '';
}

async function replay(visit: Visit): Promise<Outcome | null> {
  const id = webhookIdOf(visit);
  const { deliveries } = visit.stepward;
  const again = await deliveries.replay(callerOf(visit), id, deliveryIdOf(visit));
  if (again.isOk()) {
    const path = pathOf(id, `/deliveries/${again.value.id}`);
    return { type: 'redirect', path, notice: { text: 'replayed' } };
  }
  const { code } = again.error;
  if (code === 'subscriber_not_found' || code === 'delivery_not_found') return null;
  return refusedWith(again.error, await deliveryPage(visit, REPLAY_ALERTS[code]));
}

async function showReplay(visit: Visit): Promise<PortalContent | null> {
  const view = { since: '', until: '', status: 'exhausted', violations: [], preview: null };
  return replayPage(visit, view, null);
}

async function replayPage(
  visit: Visit,
  view: ReplayFormView,
  alert: Alert,
): Promise<PortalContent | null> {
  const { stepward, session, chosen, brand } = visit;
  const found = await stepward.subscribers.get(session.tenantId, webhookIdOf(visit));
  if (found.isErr()) return null;
  const { form, back } = belowOne(visit, '/replay');
  const body = <ReplayForm {...{ view, form, chosen, brand }} />;
  const { texts } = chosen;
  return contentOf(texts.replayRange, back, body, alert && texts[alert]);
}

async function replayRange(visit: Visit, form: Form): Promise<Outcome | null> {
  const id = webhookIdOf(visit);
  const { deliveries } = visit.stepward;
  const replayed = await deliveries.replayRange(callerOf(visit), id, enteredRange(form));
  if (replayed.isErr()) return refusedReplay(visit, form, replayed.error);
  return { type: 'redirect', path: pathOf(id), notice: replayNotice(visit, replayed.value) };
}

/** Shows what the form would send. The page has what was entered, to be sent or changed. */
async function previewReplay(visit: Visit, form: Form): Promise<Outcome | null> {
  const input = { ...enteredRange(form), dry_run: true };
  const { deliveries } = visit.stepward;
  const seen = await deliveries.replayRange(callerOf(visit), webhookIdOf(visit), input);
  if (seen.isErr()) return refusedReplay(visit, form, seen.error);
  const view = { ...fieldsOf(form), violations: [], preview: seen.value };
  const content = await replayPage(visit, view, null);
  return content && { type: 'refused', status: 200, content };
}

async function refusedReplay(
  visit: Visit,
  form: Form,
  error: ReplayRangeError,
): Promise<Outcome | null> {
  if (error.code === 'subscriber_not_found') return null;
  const isDisabled = error.code === 'subscriber_disabled';
  const violations = isDisabled ? [] : error.violations;
  const view = { ...fieldsOf(form), violations, preview: null };
  return refusedWith(
    error,
    await replayPage(visit, view, isDisabled ? 'refusedDisabled' : 'refused'),
  );
}

function fieldsOf(form: Form) {
  const { since = '', until = '', status = '' } = Object.fromEntries(form);
  return { since, until, status };
}

function enteredRange(form: Form) {
  const { since, until, status } = fieldsOf(form);
  return {
    since: utcTime(since),
    ...(until !== '' && { until: utcTime(until) }),
    ...(status !== '' && { status }),
  };
}

function replayNotice(
  { chosen }: Visit,
  { count, rest }: ReplayedRange,
): PortalNotice<WebhooksTexts> {
  const values = {
    count: formatCount(count, chosen),
    time: rest === null ? '' : formatTime(rest.since, chosen),
  };
  return { text: rest === null ? 'replayedRange' : 'replayedPart', values };
}

type Alert =
  | 'refused'
  | (typeof REPLAY_ALERTS)[keyof typeof REPLAY_ALERTS]
  | 'refusedNotConfigured'
  | null;

const REPLAY_ALERTS = {
  subscriber_disabled: 'refusedDisabled',
  delivery_pending: 'refusedPending',
  event_expired: 'refusedExpired',
  payload_purged: 'refusedPurged',
} as const;
