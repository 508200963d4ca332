import type { ReplayedRange, ReplayRangeError } from '@stepward/core';
import { addMs } from '@stepward/core/adapter';
import { fillText } from '../../../layout/fill-text.js';
import { formatTime, utcTime } from '../../../layout/time.js';
import type { Form } from '../../../links/read-form.js';
import type { PortalContent, PortalNotice } from '../../../portal/portal-route.js';
import { DeliveryPage, ReplayForm, type ReplayFormView } from './delivery-pages.js';
import { deliveryDetailView } from './delivery-view.js';
import { formatCount } from '../webhook-parts.js';
import type { WebhooksTexts } from '../webhooks-english.js';
import {
  belowOne,
  callerOf,
  contentOf,
  ONE,
  pathOf,
  refusedWith,
  webhookIdOf,
  type Outcome,
  type Visit,
  type WebhooksRoute,
} from '../webhooks-visit.js';

/** The page of one delivery, and the replay of a period. */
export const DELIVERY_ROUTES: readonly WebhooksRoute[] = [
  {
    path: `${ONE}/replay`,
    show: showReplay,
    actions: { preview: previewReplay, replay: replayRange },
  },
  { path: `${ONE}/deliveries/:deliveryId`, show: showDelivery, actions: { replay } },
];

/** How many deliveries are looked at for those that were missed before one. */
const NEIGHBOURS = 20;

async function showDelivery(visit: Visit): Promise<PortalContent | null> {
  return deliveryPage(visit, null);
}

async function deliveryPage(visit: Visit, alert: Alert): Promise<PortalContent | null> {
  const { stepward, session, chosen, brand } = visit;
  const [id, deliveryId] = [webhookIdOf(visit), deliveryIdOf(visit)];
  const found = await stepward.deliveries.get(session.tenantId, id, deliveryId);
  if (found.isErr()) return null;
  const until = addMs(found.value.delivery.createdAt, 1);
  const page = { limit: NEIGHBOURS };
  const before = await stepward.deliveries.list(session.tenantId, id, { until }, page);
  const view = deliveryDetailView(found.value, before.isOk() ? before.value.items : []);
  const { form, back } = belowOne(visit, `/deliveries/${encodeURIComponent(deliveryId)}`);
  const body = <DeliveryPage {...{ view, form, address: back.address, chosen, brand }} />;
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

type Alert = 'refused' | (typeof REPLAY_ALERTS)[keyof typeof REPLAY_ALERTS] | null;

const REPLAY_ALERTS = {
  subscriber_disabled: 'refusedDisabled',
  delivery_pending: 'refusedPending',
  event_expired: 'refusedExpired',
  payload_purged: 'refusedPurged',
} as const;
