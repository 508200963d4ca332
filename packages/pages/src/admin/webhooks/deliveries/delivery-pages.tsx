import type { DeliveryStatus, WebhookRequestInvalid } from '@stepward/core';
import { DELIVERY_STATUSES } from '@stepward/core/adapter';
import { fillText } from '../../../layout/fill-text.js';
import { PortalForm } from '../../../portal/portal-document.js';
import type { AttemptView, DeliveryDetailView, DeliveryView } from './delivery-view.js';
import {
  Fault,
  faultAttributes,
  formatCount,
  formatTime,
  Pager,
  Time,
  type ListView,
  type WebhooksFrame,
} from '../webhook-parts.js';

const STATUS_TAGS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'tag',
  delivered: 'tag ok',
  exhausted: 'tag no',
  skipped: 'tag',
};

function Status({ status, chosen }: WebhooksFrame & { readonly status: DeliveryStatus }) {
  return <span class={STATUS_TAGS[status]}>{chosen.texts[`status_${status}`]}</span>;
}

/** A choice of a delivery's status. */
function StatusChoice({
  status,
  statuses,
  chosen: { texts },
}: WebhooksFrame & {
  readonly status: string;
  readonly statuses: readonly DeliveryStatus[];
}) {
  return [
    <label for="status">{texts.statusLabel}</label>,
    <select id="status" name="status">
      <option value="" selected={status === ''}>
        {texts.anyStatus}
      </option>
      {statuses.map((each) => (
        <option value={each} selected={each === status}>
          {texts[`status_${each}`]}
        </option>
      ))}
    </select>,
  ];
}

/** The deliveries of one subscriber, newest first. */
export function DeliveryList({
  list,
  status,
  address,
  isEnabled,
  ...frame
}: WebhooksFrame & {
  readonly list: ListView<DeliveryView>;
  /** The status that is shown; empty for any. */
  readonly status: string;
  /** The page of the subscriber. */
  readonly address: string;
  readonly isEnabled: boolean;
}) {
  const { chosen } = frame;
  const { texts } = chosen;
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">{texts.deliveries}</h2>
      <form method="get" action={address} class="filter">
        <StatusChoice status={status} statuses={DELIVERY_STATUSES} {...frame} />
        <button class="plain">{texts.filter}</button>
      </form>
      {list.items.length === 0 ? (
        <p class="soft">{texts.noDeliveries}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.eventColumn}</th>
              <th scope="col">{texts.statusLabel}</th>
              <th scope="col">{texts.timeColumn}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((item) => (
              <tr>
                <td>
                  <a href={`${address}/deliveries/${item.id}`}>
                    <code>{item.eventType}</code>
                  </a>
                </td>
                <td>
                  <Status status={item.status} {...frame} />{' '}
                  <span class="soft">
                    {texts.attemptsColumn}: {formatCount(item.attempts, chosen)}
                  </span>
                </td>
                <td>
                  <Time at={item.createdAt} chosen={chosen} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pager list={list} {...frame} />
      {isEnabled && (
        <p>
          <a href={`${address}/replay`}>{texts.replayRange}</a>
        </p>
      )}
    </section>
  );
}

/** One delivery with its attempts. */
export function DeliveryPage({
  view,
  address,
  csrf,
  ...frame
}: WebhooksFrame & {
  readonly view: DeliveryDetailView;
  readonly address: string;
  readonly csrf: string;
}) {
  const { chosen } = frame;
  const { texts } = chosen;
  return [
    <dl>
      <dt>{texts.statusLabel}</dt>
      <dd>
        <Status status={view.status} {...frame} />
        {view.dueAt !== null && [
          ' ',
          fillText(texts.nextAttempt, { time: formatTime(view.dueAt, chosen) }),
        ]}
      </dd>
      <dt>{texts.timeColumn}</dt>
      <dd>
        <Time at={view.createdAt} chosen={chosen} />
      </dd>
      {view.finishedAt !== null && [
        <dt>{texts.finished}</dt>,
        <dd>
          <Time at={view.finishedAt} chosen={chosen} />
        </dd>,
      ]}
      <dt>{texts.deliveryId}</dt>
      <dd>
        <code>{view.id}</code>
      </dd>
      <dt>{texts.eventId}</dt>
      <dd>
        <code>{view.eventId}</code>
      </dd>
      {view.replayOf !== null && [
        <dt>{texts.repeats}</dt>,
        <dd>
          <code>{view.replayOf}</code>
        </dd>,
      ]}
    </dl>,
    view.isReplayable && (
      <PortalForm action={address} csrf={csrf}>
        <button name="do" value="replay">
          {texts.replay}
        </button>
      </PortalForm>
    ),
    view.log.length === 0 ? (
      <p class="soft">{texts.noAttempts}</p>
    ) : (
      view.log.map((attempt) => <AttemptPart attempt={attempt} {...frame} />)
    ),
  ];
}

function AttemptPart({ attempt, chosen }: WebhooksFrame & { readonly attempt: AttemptView }) {
  const { texts } = chosen;
  const { number, startedAt, durationMs, isSuccess, statusCode, failure, responseBody } = attempt;
  return (
    <section>
      <h2>{fillText(texts.attemptHeading, { count: formatCount(number, chosen) })}</h2>
      <dl>
        <dt>{texts.timeColumn}</dt>
        <dd>
          <Time at={startedAt} chosen={chosen} />
        </dd>
        <dt>{texts.answerLabel}</dt>
        <dd>
          <span class={isSuccess ? 'tag ok' : 'tag no'}>
            {failure === null ? statusCode : texts[`failure_${failure}`]}
          </span>
        </dd>
        <dt>{texts.durationLabel}</dt>
        <dd>{formatCount(durationMs, chosen)} ms</dd>
      </dl>
      {failure === null &&
        (responseBody === '' ? (
          <p class="soft">{texts.noAnswerBody}</p>
        ) : (
          [
            <p class="label">{texts.answerBody}</p>,
            <pre tabindex={0} dir="auto">
              {responseBody}
            </pre>,
          ]
        ))}
    </section>
  );
}

/** What the form of a replay by range shows. */
export interface ReplayFormView {
  readonly since: string;
  readonly until: string;
  readonly status: string;
  readonly violations: WebhookRequestInvalid['violations'];
}

const REPLAYABLE = DELIVERY_STATUSES.filter((status) => status !== 'pending');

/** The form that sends the events of a period again. */
export function ReplayForm({
  view,
  address,
  csrf,
  ...frame
}: WebhooksFrame & {
  readonly view: ReplayFormView;
  readonly address: string;
  readonly csrf: string;
}) {
  const { chosen } = frame;
  const { texts } = chosen;
  const { violations } = view;
  return [
    <p>{texts.replayRangeText}</p>,
    <PortalForm action={address} csrf={csrf}>
      {(['since', 'until'] as const).map((name) => (
        <div class="field">
          <label for={name}>{texts[`${name}Label`]}</label>
          <input
            id={name}
            name={name}
            type="datetime-local"
            step="1"
            value={view[name]}
            {...faultAttributes(name, violations)}
          />
          <p class="hint" id={`${name}-hint`}>
            {texts.timeHint}
          </p>
          <Fault name={name} violations={violations} chosen={chosen} />
        </div>
      ))}
      <div class="field">
        <StatusChoice status={view.status} statuses={REPLAYABLE} {...frame} />
        <Fault name="status" violations={violations} chosen={chosen} />
      </div>
      <button name="do" value="replay">
        {texts.replay}
      </button>
    </PortalForm>,
  ];
}
