import { DELIVERY_STATUSES } from '@stepward/core/adapter';
import { fillText } from '../../../layout/fill-text.js';
import type { Form } from '../../../links/read-form.js';
import type { PortalContent } from '../../../portal/portal-route.js';
import { DeliveryList, DeliveryPage, ReplayForm, type ReplayFormView } from './delivery-pages.js';
import { deliveryDetailView, deliveryView } from './delivery-view.js';
import { SubscriberDetails } from '../subscribers/subscriber-pages.js';
import { subscriberView } from '../subscribers/subscriber-view.js';
import { formatCount, formatTime } from '../webhook-parts.js';
import {
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
  type WebhooksStepward,
} from '../webhooks-visit.js';

const ONE_DELIVERY = `${ONE}/deliveries/:deliveryId`;

/** The page of a subscriber with its deliveries, that of one delivery, and the replay of a period. */
export function deliveryRoutes(stepward: WebhooksStepward): readonly WebhooksRoute[] {
  const { subscribers, deliveries } = stepward;

  async function showSubscriber(visit: Visit, alert: Alert = null): Promise<PortalContent | null> {
    const { session, query, chosen, brand, csrf, href, now } = visit;
    const { texts } = chosen;
    const { tenantId } = session;
    const id = webhookIdOf(visit);
    const found = await subscribers.get(tenantId, id);
    if (found.isErr()) return null;
    const view = subscriberView(found.value, now);
    const status = DELIVERY_STATUSES.find((each) => each === query.get('status')) ?? null;
    const list = ['portal deliveries', tenantId, id, status ?? ''];
    const position = placeIn(stepward, list, visit);
    if (position === undefined) return null;
    const page = await deliveries.list(tenantId, id, { status }, { position });
    if (page.isErr()) return null;
    const address = href(pathOf(id));
    const shown = listView(
      stepward,
      list,
      page.value,
      deliveryView,
      (further) => href(pathOf(id), { ...(status !== null && { status }), ...further }),
      position === null,
    );
    const frame = { chosen, brand, address };
    const body = [
      <SubscriberDetails view={view} csrf={csrf} {...frame} />,
      <DeliveryList list={shown} status={status ?? ''} isEnabled={view.enabled} {...frame} />,
    ];
    const back = { address: href(PATH), text: texts.toList };
    return contentOf(view.url, back, body, alert && texts[alert]);
  }

  async function sendTest(visit: Visit): Promise<Outcome | null> {
    const id = webhookIdOf(visit);
    const sent = await deliveries.sendTest(callerOf(visit), id);
    if (sent.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text: 'tested' } };
    if (sent.error.code === 'subscriber_not_found') return null;
    return refusedWith(sent.error, await showSubscriber(visit, 'refusedDisabled'));
  }

  const switchTo =
    (enabled: boolean) =>
    async (visit: Visit): Promise<Outcome | null> => {
      const id = webhookIdOf(visit);
      const changed = await subscribers.change(callerOf(visit), id, { enabled });
      const text = enabled ? 'isEnabled' : 'isDisabled';
      if (changed.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text } };
      const { error } = changed;
      if (error.code === 'subscriber_not_found') return null;
      const alert = error.code === 'subscriber_invalid' ? 'refused' : 'refusedNotConfigured';
      return refusedWith(error, await showSubscriber(visit, alert));
    };

  async function showDelivery(visit: Visit, alert: Alert = null): Promise<PortalContent | null> {
    const { session, params, chosen, brand, csrf, href } = visit;
    const { texts } = chosen;
    const [id, deliveryId = ''] = [webhookIdOf(visit), params['deliveryId']];
    const found = await deliveries.get(session.tenantId, id, deliveryId);
    if (found.isErr()) return null;
    const view = deliveryDetailView(found.value);
    const address = href(pathOf(id, `/deliveries/${encodeURIComponent(deliveryId)}`));
    const body = (
      <DeliveryPage view={view} address={address} csrf={csrf} chosen={chosen} brand={brand} />
    );
    const title = fillText(texts.deliveryHeading, { name: view.eventType }).map(String).join('');
    const back = { address: href(pathOf(id)), text: texts.toWebhook };
    return contentOf(title, back, body, alert && texts[alert]);
  }

  async function replay(visit: Visit): Promise<Outcome | null> {
    const id = webhookIdOf(visit);
    const again = await deliveries.replay(callerOf(visit), id, visit.params['deliveryId'] ?? '');
    if (again.isOk()) {
      const path = pathOf(id, `/deliveries/${again.value.id}`);
      return { type: 'redirect', path, notice: { text: 'replayed' } };
    }
    const { code } = again.error;
    if (code === 'subscriber_not_found' || code === 'delivery_not_found') return null;
    return refusedWith(again.error, await showDelivery(visit, REPLAY_ALERTS[code]));
  }

  async function showReplay(
    visit: Visit,
    view: ReplayFormView = { since: '', until: '', status: 'exhausted', violations: [] },
    alert: Alert = null,
  ): Promise<PortalContent | null> {
    const { session, chosen, brand, csrf, href } = visit;
    const { texts } = chosen;
    const id = webhookIdOf(visit);
    const found = await subscribers.get(session.tenantId, id);
    if (found.isErr()) return null;
    const address = href(pathOf(id, '/replay'));
    const body = (
      <ReplayForm view={view} address={address} csrf={csrf} chosen={chosen} brand={brand} />
    );
    const back = { address: href(pathOf(id)), text: texts.toWebhook };
    return contentOf(texts.replayRange, back, body, alert && texts[alert]);
  }

  async function replayRange(visit: Visit, form: Form): Promise<Outcome | null> {
    const { chosen } = visit;
    const id = webhookIdOf(visit);
    const [since = '', until = '', status = ''] = ['since', 'until', 'status'].map((name) =>
      form.get(name),
    );
    const replayed = await deliveries.replayRange(callerOf(visit), id, {
      since: momentIn(since),
      ...(until !== '' && { until: momentIn(until) }),
      ...(status !== '' && { status }),
    });
    if (replayed.isErr()) {
      const { error } = replayed;
      if (error.code === 'subscriber_not_found') return null;
      const isDisabled = error.code === 'subscriber_disabled';
      const violations = isDisabled ? [] : error.violations;
      const view = { since, until, status, violations };
      const alert = isDisabled ? 'refusedDisabled' : 'refused';
      return refusedWith(error, await showReplay(visit, view, alert));
    }
    const { count, rest } = replayed.value;
    const values = {
      count: formatCount(count, chosen),
      time: rest === null ? '' : formatTime(rest.since, chosen),
    };
    const text = rest === null ? 'replayedRange' : 'replayedPart';
    return { type: 'redirect', path: pathOf(id), notice: { text, values } };
  }

  return [
    {
      path: ONE,
      show: (visit) => showSubscriber(visit),
      actions: { test: sendTest, enable: switchTo(true), disable: switchTo(false) },
    },
    {
      path: `${ONE}/replay`,
      show: (visit) => showReplay(visit),
      actions: { replay: replayRange },
    },
    { path: ONE_DELIVERY, show: (visit) => showDelivery(visit), actions: { replay } },
  ];
}

type Alert =
  | 'refused'
  | (typeof REPLAY_ALERTS)[keyof typeof REPLAY_ALERTS]
  | 'refusedNotConfigured'
  | null;

const REPLAY_ALERTS = {
  subscriber_disabled: 'refusedDisabled',
  delivery_pending: 'refusedPending',
  payload_purged: 'refusedPurged',
} as const;

/** A date and time of a form, which has no zone, as one in UTC. Others stay as they are, for the service to refuse. */
export function momentIn(entered: string): string {
  const [, minutes, seconds = ':00'] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d{1,3})?)?$/.exec(entered) ?? [];
  return minutes === undefined ? entered : `${minutes}${seconds}Z`;
}
