import type { Child } from 'hono/jsx';
import { fillText } from '../../../layout/fill-text.js';
import { PortalForm } from '../../../portal/portal-document.js';
import type { SubscriberView } from './subscriber-view.js';
import {
  formatTime,
  Health,
  Pager,
  Time,
  type ListView,
  type WebhooksFrame,
} from '../webhook-parts.js';

/** All subscribers of a tenant. */
export function SubscriberList({
  list,
  addAddress,
  addressOf,
  ...frame
}: WebhooksFrame & {
  readonly list: ListView<SubscriberView>;
  readonly addAddress: string;
  readonly addressOf: (id: string) => string;
}) {
  const { chosen, brand } = frame;
  const { texts } = chosen;
  return [
    <p>{fillText(texts.intro, { app: brand.name })}</p>,
    <p>
      <a class="button" href={addAddress}>
        {texts.add}
      </a>
    </p>,
    list.items.length === 0 ? (
      <p class="soft">{texts.none}</p>
    ) : (
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.endpoint}</th>
            <th scope="col">{texts.eventsLabel}</th>
            <th scope="col">{texts.health}</th>
          </tr>
        </thead>
        <tbody>
          {list.items.map((item) => (
            <tr>
              <td>
                <a href={addressOf(item.id)}>
                  <bdi dir="ltr">{item.url}</bdi>
                </a>
                {item.description !== '' && <p class="hint">{item.description}</p>}
              </td>
              <td>
                <EventTypes types={item.eventTypes} {...frame} />
              </td>
              <td>
                <Health health={item.health} {...frame} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    ),
    <Pager list={list} {...frame} />,
  ];
}

/** What a subscriber gets. */
export function EventTypes({
  types,
  chosen: { texts },
}: WebhooksFrame & { readonly types: readonly string[] }) {
  return types.map((type, index) => [
    index > 0 && texts.listSeparator,
    type === '*' ? texts.allEvents : <code>{type}</code>,
  ]);
}

/** A subscriber's details, and what can be done with it. */
export function SubscriberDetails({
  view,
  address,
  csrf,
  ...frame
}: WebhooksFrame & {
  readonly view: SubscriberView;
  readonly address: string;
  readonly csrf: string;
}) {
  const { chosen } = frame;
  const { texts } = chosen;
  return [
    <dl>
      <dt>{texts.health}</dt>
      <dd>
        <Health health={view.health} {...frame} />
      </dd>
      {view.description !== '' && [<dt>{texts.descriptionLabel}</dt>, <dd>{view.description}</dd>]}
      <dt>{texts.eventsLabel}</dt>
      <dd>
        <EventTypes types={view.eventTypes} {...frame} />
      </dd>
      <dt>{texts.namingLabel}</dt>
      <dd>{texts[`naming_${view.naming}`]}</dd>
      <dt>{texts.created}</dt>
      <dd>
        <Time at={view.createdAt} chosen={chosen} />
      </dd>
    </dl>,
    view.overlapEndsAt !== null && (
      <p class="note">
        {fillText(texts.overlapUntil, { time: formatTime(view.overlapEndsAt, chosen) })}
      </p>
    ),
    <PortalForm action={address} csrf={csrf}>
      <div class="actions">
        {view.enabled && (
          <button name="do" value="test">
            {texts.test}
          </button>
        )}
        <button class="plain" name="do" value={view.enabled ? 'disable' : 'enable'}>
          {view.enabled ? texts.disable : texts.enable}
        </button>
        <a href={`${address}/edit`}>{texts.edit}</a>
        <a href={`${address}/secret`}>{texts.rotate}</a>
        <a href={`${address}/delete`}>{texts.remove}</a>
      </div>
    </PortalForm>,
  ];
}

/** A secret, for the only time. */
export function SecretShown({
  secret,
  nextAddress,
  chosen,
  brand,
}: WebhooksFrame & { readonly secret: string; readonly nextAddress: string }) {
  const { texts } = chosen;
  return [
    <p class="note">{fillText(texts.secretText, { app: brand.name })}</p>,
    <p class="label" id="secret-label">
      {texts.secretLabel}
    </p>,
    <pre id="secret" tabindex={0} dir="ltr" aria-labelledby="secret-label">
      {secret}
    </pre>,
    <p>
      <a class="button" href={nextAddress}>
        {texts.secretDone}
      </a>
    </p>,
  ];
}

/** A page that asks before something is done. */
export function Confirm({
  text,
  address,
  csrf,
  action,
  label,
  children,
}: {
  readonly text: Child;
  readonly address: string;
  readonly csrf: string;
  readonly action: string;
  readonly label: string;
  readonly children?: Child;
}) {
  return [
    <p>{text}</p>,
    <PortalForm action={address} csrf={csrf}>
      {children}
      <button class="danger" name="do" value={action}>
        {label}
      </button>
    </PortalForm>,
  ];
}
