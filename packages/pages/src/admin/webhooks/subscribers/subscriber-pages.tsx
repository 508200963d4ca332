import { fillText } from '../../../layout/fill-text.js';
import { formatTime, Time } from '../../../layout/time.js';
import { PortalForm } from '../../../portal/portal-document.js';
import type { SubscriberView } from './subscriber-view.js';
import { Details } from '../../parts/details.js';
import { Health, ListTable, type ListView, type WebhooksFrame } from '../webhook-parts.js';

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
    <ListTable
      list={list}
      columns={[texts.endpoint, texts.eventsLabel, texts.health]}
      row={({ id, url, description, eventTypes, health, paused }) => [
        [
          <a href={addressOf(id)}>
            <bdi dir="ltr">{url}</bdi>
          </a>,
          description !== '' && <p class="hint">{description}</p>,
        ],
        <EventTypes types={eventTypes} {...frame} />,
        [<Health health={health} {...frame} />, <Paused paused={paused} {...frame} />],
      ]}
      none={texts.none}
      chosen={chosen}
    />,
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

/** Until when nothing is sent, and why. */
function Paused({ paused, chosen }: WebhooksFrame & { readonly paused: SubscriberView['paused'] }) {
  if (paused === null) return null;
  const text = chosen.texts[`paused_${paused.reason}`];
  return <p class="hint">{fillText(text, { time: formatTime(paused.until, chosen) })}</p>;
}

/** The keys that verify what it gets. */
function PublicKeys({
  view: { publicKeys },
  keySetAddress,
  chosen: { texts },
}: WebhooksFrame & Pick<SubscriberDetailsProps, 'view' | 'keySetAddress'>) {
  if (publicKeys.length === 0) return texts.noPublicKeys;
  return [
    publicKeys.map(({ kid, whpk }) => (
      <p>
        <code>{whpk}</code> ({kid})
      </p>
    )),
    keySetAddress && (
      <p>
        <a href={keySetAddress}>
          <bdi dir="ltr">{keySetAddress}</bdi>
        </a>
        <span class="hint">{texts.keySetHint}</span>
      </p>
    ),
  ];
}

interface SubscriberDetailsProps extends WebhooksFrame {
  readonly view: SubscriberView;
  readonly address: string;
  readonly csrf: string;
  /** Where its public keys are served; null where the host did not say. */
  readonly keySetAddress: string | null;
}

/** A subscriber's details, and what can be done with it. */
export function SubscriberDetails({
  view,
  address,
  csrf,
  keySetAddress,
  ...frame
}: SubscriberDetailsProps) {
  const { chosen } = frame;
  const { texts } = chosen;
  return [
    <Details
      rows={[
        [
          texts.health,
          [<Health health={view.health} {...frame} />, <Paused paused={view.paused} {...frame} />],
        ],
        [texts.descriptionLabel, view.description === '' ? null : view.description],
        [texts.eventsLabel, <EventTypes types={view.eventTypes} {...frame} />],
        [texts.namingLabel, texts[`naming_${view.naming}`]],
        [texts.signatureLabel, texts[`signature_${view.signature}`]],
        [texts.bodyLabel, texts[`body_${view.body}`]],
        [texts.orderingLabel, texts[`ordering_${view.ordering}`]],
        [texts.versionLabel, view.version],
        [
          texts.publicKeysLabel,
          view.signature === 'v1' ? null : <PublicKeys {...{ view, keySetAddress }} {...frame} />,
        ],
        [texts.headersLabel, view.headerNames.length === 0 ? null : view.headerNames.join(', ')],
        [texts.certificateLabel, view.clientCertificate],
        [texts.created, <Time at={view.createdAt} chosen={chosen} />],
      ]}
    />,
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
