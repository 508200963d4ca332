import type { DeliveryStatus } from '@stepward/core';
import { DELIVERY_STATUSES } from '@stepward/core/adapter';
import type { PortalContent } from '../../../portal/portal-route.js';
import { DeliveryList } from '../deliveries/delivery-pages.js';
import { deliveryView, type DeliveryView } from '../deliveries/delivery-view.js';
import type { ListView } from '../webhook-parts.js';
import type { WebhooksTexts } from '../webhooks-english.js';
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
} from '../webhooks-visit.js';
import { SubscriberDetails } from './subscriber-pages.js';
import { subscriberView } from './subscriber-view.js';

/**
 * The page of a subscriber with its deliveries.
 *
 * @param jwksUrl returns where `webhookKeys` is mounted; null where the host did not say
 */
export function subscriberRoute(jwksUrl: () => string | null): WebhooksRoute {
  async function page(visit: Visit, alert: keyof WebhooksTexts | null = null) {
    const { stepward, session, chosen, brand, csrf, href, now } = visit;
    const { tenantId } = session;
    const id = webhookIdOf(visit);
    const found = await stepward.subscribers.get(tenantId, id);
    if (found.isErr()) return null;
    const view = subscriberView(found.value, now, stepward.subscribers.publicKeys(tenantId));
    const status = statusOf(visit);
    const list = await deliveryList(visit, status);
    if (list === null) return null;
    const { texts } = chosen;
    const frame = { chosen, brand, address: href(pathOf(id)) };
    const keySet = jwksUrl();
    const keySetAddress =
      keySet && `${keySet}?${String(new URLSearchParams({ tenant: tenantId }))}`;
    const body = [
      <SubscriberDetails {...{ view, csrf, keySetAddress }} {...frame} />,
      <DeliveryList list={list} status={status ?? ''} isEnabled={view.enabled} {...frame} />,
    ];
    const back = { address: href(PATH), text: texts.toList };
    return contentOf(view.url, back, body, alert && texts[alert]);
  }

  async function sendTest(visit: Visit): Promise<Outcome | null> {
    const id = webhookIdOf(visit);
    const sent = await visit.stepward.deliveries.sendTest(callerOf(visit), id);
    if (sent.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text: 'tested' } };
    if (sent.error.code === 'subscriber_not_found') return null;
    return refusedWith(sent.error, await page(visit, 'refusedDisabled'));
  }

  function setEnabled(enabled: boolean) {
    return async (visit: Visit): Promise<Outcome | null> => {
      const id = webhookIdOf(visit);
      const changed = await visit.stepward.subscribers.change(callerOf(visit), id, { enabled });
      const text = enabled ? 'isEnabled' : 'isDisabled';
      if (changed.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text } };
      const { error } = changed;
      if (error.code === 'subscriber_not_found') return null;
      const alert = error.code === 'subscriber_invalid' ? 'refused' : 'refusedNotConfigured';
      return refusedWith(error, await page(visit, alert));
    };
  }

  return {
    path: ONE,
    show: (visit): Promise<PortalContent | null> => page(visit),
    actions: { test: sendTest, enable: setEnabled(true), disable: setEnabled(false) },
  };
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
