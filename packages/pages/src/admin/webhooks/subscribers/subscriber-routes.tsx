import type { SubscriberWithSecret } from '@stepward/core';
import type { Form } from '../../../links/read-form.js';
import type { PortalContent } from '../../../portal/portal-route.js';
import { eventPickerView } from './event-picker-view.js';
import {
  SubscriberForm,
  subscriberInput,
  type EnteredSubscriber,
  type SubscriberFormView,
} from './subscriber-form.js';
import { Confirm, SecretShown, SubscriberList } from './subscriber-pages.js';
import { subscriberView } from './subscriber-view.js';
import type { WebhooksTexts } from '../webhooks-texts.js';
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

type Violations = SubscriberFormView['violations'];
type Alert = keyof WebhooksTexts | null;

/** The list of subscribers, and the pages that add, change and delete one and give it a new secret. */
export function subscriberRoutes(stepward: WebhooksStepward): readonly WebhooksRoute[] {
  const { subscribers, eventRegistry } = stepward;
  const isReserved = (type: string): boolean =>
    eventRegistry.find(type)?.isReserved ?? isGroupReserved(type);
  const isGroupReserved = (pattern: string): boolean =>
    pattern.endsWith('.*') &&
    eventRegistry.types.some(
      (type) =>
        type.startsWith(pattern.slice(0, -1)) && eventRegistry.find(type)?.isReserved === true,
    );

  async function showList(visit: Visit): Promise<PortalContent | null> {
    const { session, chosen, brand, href, now } = visit;
    const list = ['portal webhooks', session.tenantId];
    const position = placeIn(stepward, list, visit);
    if (position === undefined) return null;
    const page = await subscribers.list(session.tenantId, { position });
    const view = listView(
      stepward,
      list,
      page,
      (subscriber) => subscriberView(subscriber, now),
      (query) => href(PATH, query),
      position === null,
    );
    const body = (
      <SubscriberList
        list={view}
        addAddress={href(`${PATH}/new`)}
        addressOf={(id) => href(pathOf(id))}
        chosen={chosen}
        brand={brand}
      />
    );
    return contentOf(chosen.texts.heading, null, body);
  }

  function formView(
    { url, description, naming = 'canonical', event_types: types }: EnteredSubscriber,
    violations: Violations,
  ): SubscriberFormView {
    return {
      url,
      description,
      naming,
      picker: eventPickerView(eventRegistry.describe(), isReserved, types),
      violations,
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
    const back = { address: href(own), text: isNew ? texts.toList : texts.toWebhook };
    const body = (
      <SubscriberForm
        view={view}
        address={href(`${own}${isNew ? '/new' : '/edit'}`)}
        csrf={csrf}
        action={action}
        chosen={chosen}
        brand={brand}
      />
    );
    const title = isNew ? texts.newHeading : texts.editHeading;
    return contentOf(title, back, body, alert === null ? null : texts[alert]);
  }

  const newPage = (visit: Visit): PortalContent =>
    formPage(
      visit,
      'create',
      formView({ url: '', description: '', naming: 'canonical', event_types: ['*'] }, []),
    );

  async function create(visit: Visit, form: Form): Promise<Outcome> {
    const input = subscriberInput(form, isReserved);
    const created = await subscribers.create(callerOf(visit), input);
    if (created.isOk()) return showSecret(visit, created.value);
    const { error } = created;
    const violations = error.code === 'subscriber_invalid' ? error.violations : [];
    const view = formView(input, violations);
    const content = formPage(visit, 'create', view, ALERTS[error.code]);
    return refusedWith(error, content) as Outcome;
  }

  async function editPage(
    visit: Visit,
    input: EnteredSubscriber | null,
    violations: Violations,
    alert: Alert = null,
  ): Promise<PortalContent | null> {
    const found = await subscribers.get(visit.session.tenantId, webhookIdOf(visit));
    if (found.isErr()) return null;
    const { url, description, naming, eventTypes } = found.value;
    const stored = { url, description, naming, event_types: eventTypes };
    return formPage(visit, 'save', formView({ ...stored, ...input }, violations), alert);
  }

  async function save(visit: Visit, form: Form): Promise<Outcome | null> {
    const input = subscriberInput(form, isReserved);
    const id = webhookIdOf(visit);
    const changed = await subscribers.change(callerOf(visit), id, input);
    if (changed.isOk()) return { type: 'redirect', path: pathOf(id), notice: { text: 'saved' } };
    const { error } = changed;
    if (error.code === 'subscriber_not_found') return null;
    const violations = error.code === 'subscriber_invalid' ? error.violations : [];
    return refusedWith(error, await editPage(visit, input, violations, ALERTS[error.code]));
  }

  function showSecret(visit: Visit, { subscriber, secret }: SubscriberWithSecret): Outcome {
    const { chosen, brand, href } = visit;
    const body = (
      <SecretShown
        secret={secret.reveal()}
        nextAddress={href(pathOf(subscriber.id))}
        chosen={chosen}
        brand={brand}
      />
    );
    return { type: 'show_once', content: contentOf(chosen.texts.secretHeading, null, body) };
  }

  async function rotate(visit: Visit, form: Form): Promise<Outcome | null> {
    const overlap = Number(form.get('overlap'));
    const id = webhookIdOf(visit);
    const rotated = await subscribers.rotateSecret(callerOf(visit), id, { overlap_ms: overlap });
    if (rotated.isOk()) return showSecret(visit, rotated.value);
    const { error } = rotated;
    if (error.code === 'subscriber_not_found') return null;
    return refusedWith(error, rotatePage(visit, ALERTS[error.code]));
  }

  async function remove(visit: Visit): Promise<Outcome | null> {
    const removed = await subscribers.remove(callerOf(visit), webhookIdOf(visit));
    if (removed.isErr()) return null;
    return { type: 'redirect', path: PATH, notice: { text: 'removed' } };
  }

  /** Shows a page only where its subscriber exists. */
  const ofSubscriber =
    (show: (visit: Visit) => PortalContent) =>
    async (visit: Visit): Promise<PortalContent | null> =>
      (await subscribers.get(visit.session.tenantId, webhookIdOf(visit))).isOk()
        ? show(visit)
        : null;

  return [
    { path: PATH, show: showList },
    { path: `${PATH}/new`, show: async (visit) => newPage(visit), actions: { create } },
    { path: `${ONE}/edit`, show: (visit) => editPage(visit, null, []), actions: { save } },
    { path: `${ONE}/secret`, show: ofSubscriber(rotatePage), actions: { rotate } },
    { path: `${ONE}/delete`, show: ofSubscriber(removePage), actions: { remove } },
  ];
}

function rotatePage(visit: Visit, alert: Alert = null): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const own = pathOf(webhookIdOf(visit));
  const body = (
    <Confirm
      text={texts.rotateText}
      address={href(`${own}/secret`)}
      csrf={csrf}
      action="rotate"
      label={texts.rotate}
    >
      <div class="field">
        <label for="overlap">{texts.overlapLabel}</label>
        <select id="overlap" name="overlap">
          <option value={DAY_MS}>{texts.overlapDay}</option>
          <option value={7 * DAY_MS}>{texts.overlapWeek}</option>
          <option value="0">{texts.overlapNone}</option>
        </select>
      </div>
    </Confirm>
  );
  const back = { address: href(own), text: texts.toWebhook };
  return contentOf(texts.rotateHeading, back, body, alert === null ? null : texts[alert]);
}

function removePage(visit: Visit): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const own = pathOf(webhookIdOf(visit));
  const body = (
    <Confirm
      text={texts.removeText}
      address={href(`${own}/delete`)}
      csrf={csrf}
      action="remove"
      label={texts.remove}
    />
  );
  return contentOf(texts.removeHeading, { address: href(own), text: texts.toWebhook }, body);
}

const DAY_MS = 86_400_000;

/** The text above a form that was refused. */
const ALERTS = {
  subscriber_invalid: 'refused',
  webhook_request_invalid: 'refused',
  subscriber_limit_reached: 'refusedLimit',
  webhooks_not_configured: 'refusedNotConfigured',
} as const;
