import type { DeliveryStatus, ReplayedRange, WebhookRequestInvalid } from '@stepward/core';
import { DELIVERY_STATUSES } from '@stepward/core/adapter';
import { fillText } from '../../../layout/fill-text.js';
import { formatTime, Time } from '../../../layout/time.js';
import { PortalForm, type PortalFormProps } from '../../../portal/portal-document.js';
import type { AttemptView, DeliveryDetailView, DeliveryView } from './delivery-view.js';
import { Details } from '../../parts/details.js';
import { Fault, TextField } from '../../parts/form-fields.js';
import {
  faultOf,
  formatCount,
  ListTable,
  type ListView,
  type WebhooksFrame,
} from '../webhook-parts.js';

type FormProps = Pick<PortalFormProps, 'action' | 'csrf'>;

const STATUS_TAGS: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'tag',
  delivered: 'tag ok',
  exhausted: 'tag no',
  skipped: 'tag',
  expired: 'tag',
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
      <ListTable
        list={list}
        columns={[texts.eventColumn, texts.statusLabel, texts.timeColumn]}
        row={(item) => [
          <a href={`${address}/deliveries/${item.id}`}>
            <code>{item.eventType}</code>
          </a>,
          [
            <Status status={item.status} {...frame} />,
            ' ',
            <span class="soft">
              {texts.attemptsColumn}: {formatCount(item.attempts, chosen)}
            </span>,
          ],
          <Time at={item.createdAt} chosen={chosen} />,
        ]}
        none={texts.noDeliveries}
        chosen={chosen}
      />
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
  form,
  address,
  ...frame
}: WebhooksFrame & {
  readonly view: DeliveryDetailView;
  readonly form: FormProps;
  /** The page of the subscriber. */
  readonly address: string;
}) {
  const { chosen } = frame;
  const { texts } = chosen;
  return [
    <DeliveryDetails view={view} {...frame} />,
    view.missed.length > 0 && <MissedList {...{ missed: view.missed, address, ...frame }} />,
    view.isReplayable && (
      <PortalForm {...form}>
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

function DeliveryDetails({
  view,
  ...frame
}: WebhooksFrame & { readonly view: DeliveryDetailView }) {
  const { chosen } = frame;
  const { texts } = chosen;
  const { id, eventId, status, createdAt, dueAt, finishedAt, replayOf, sequence } = view;
  const waits = status === 'pending' && texts.waitsInOrder;
  const next = dueAt ? fillText(texts.nextAttempt, { time: formatTime(dueAt, chosen) }) : waits;
  return (
    <Details
      rows={[
        [texts.statusLabel, [<Status status={status} {...frame} />, next && [' ', next]]],
        [texts.timeColumn, <Time at={createdAt} chosen={chosen} />],
        [texts.finished, finishedAt && <Time at={finishedAt} chosen={chosen} />],
        [texts.deliveryId, <code>{id}</code>],
        [texts.eventId, <code>{eventId}</code>],
        [texts.sequence, sequence && formatCount(sequence, chosen)],
        [texts.repeats, replayOf && <code>{replayOf}</code>],
      ]}
    />
  );
}

/** Deliveries that a receiver lacks, though it has a later one. */
function MissedList({
  missed,
  address,
  ...frame
}: WebhooksFrame & { readonly missed: readonly DeliveryView[]; readonly address: string }) {
  const { chosen } = frame;
  return (
    <section aria-labelledby="missed">
      <h2 id="missed">{chosen.texts.missedBefore}</h2>
      <ul>
        {missed.map(({ id, eventType, status, sequence }) => (
          <li>
            {sequence !== null && formatCount(sequence, chosen)}{' '}
            <a href={`${address}/deliveries/${id}`}>
              <code>{eventType}</code>
            </a>{' '}
            <Status status={status} {...frame} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AttemptPart({ attempt, chosen }: WebhooksFrame & { readonly attempt: AttemptView }) {
  const { texts } = chosen;
  const { number, startedAt, durationMs, isSuccess, statusCode, failure, responseBody } = attempt;
  const { body, version } = attempt;
  const answer = (
    <span class={isSuccess ? 'tag ok' : 'tag no'}>
      {failure === null ? (statusCode ?? texts.taken) : texts[`failure_${failure}`]}
    </span>
  );
  return (
    <section>
      <h2>{fillText(texts.attemptHeading, { count: formatCount(number, chosen) })}</h2>
      <Details
        rows={[
          [texts.timeColumn, <Time at={startedAt} chosen={chosen} />],
          [texts.answerLabel, answer],
          [texts.durationLabel, `${formatCount(durationMs, chosen)} ms`],
          [texts.bodyLabel, body && texts[`sent_${body}`]],
          [texts.versionLabel, version],
        ]}
      />
      {statusCode !== null &&
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
  /** What a replay would send now; null where that was not asked for. */
  readonly preview: ReplayedRange | null;
}

const REPLAYABLE = DELIVERY_STATUSES.filter((status) => status !== 'pending');

/** The form that sends the events of a period again. */
export function ReplayForm({
  view,
  form,
  ...frame
}: WebhooksFrame & { readonly view: ReplayFormView; readonly form: FormProps }) {
  const { chosen } = frame;
  const { texts } = chosen;
  const fault = (name: string) => faultOf(name, view.violations, chosen);
  return [
    <p>{texts.replayRangeText}</p>,
    <PortalForm {...form}>
      {(['since', 'until'] as const).map((name) => (
        <TextField
          name={name}
          label={texts[`${name}Label`]}
          hint={texts.timeHint}
          input={{ type: 'datetime-local', step: '1', value: view[name] }}
          fault={fault(name)}
        />
      ))}
      <div class="field">
        <StatusChoice status={view.status} statuses={REPLAYABLE} {...frame} />
        <Fault name="status" fault={fault('status')} />
      </div>
      {view.preview && <ReplayPreview preview={view.preview} {...frame} />}
      <div class="actions">
        <button class="plain" name="do" value="preview">
          {texts.replayPreview}
        </button>
        <button name="do" value="replay">
          {texts.replay}
        </button>
      </div>
    </PortalForm>,
  ];
}

/** What a replay would send. Nothing is sent yet. */
function ReplayPreview({
  preview: { count, emitted, rest },
  chosen,
}: WebhooksFrame & { readonly preview: ReplayedRange }) {
  const { texts } = chosen;
  const values = {
    count: formatCount(count, chosen),
    first: emitted === null ? '' : formatTime(emitted.first, chosen),
    last: emitted === null ? '' : formatTime(emitted.last, chosen),
  };
  return (
    <div class="note" role="status">
      <p>{emitted === null ? texts.replayNothing : fillText(texts.replayWouldSend, values)}</p>
      {rest && <p>{fillText(texts.replayWouldLeave, { time: formatTime(rest.since, chosen) })}</p>}
    </div>
  );
}
