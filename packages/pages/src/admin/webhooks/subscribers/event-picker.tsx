import type { Child } from 'hono/jsx';
import { fillText } from '../../../layout/fill-text.js';
import {
  fieldOf,
  type EventGroup,
  type EventPickerView,
  type PickedEvent,
} from './event-picker-view.js';
import type { WebhooksFrame } from '../webhook-parts.js';

interface PickerProps extends WebhooksFrame {
  readonly view: EventPickerView;
}

/** The choice of events: all, or some of the groups of the catalogue, each event with a sample. */
export function EventPicker({ view, ...frame }: PickerProps) {
  const { texts } = frame.chosen;
  const { isEverything, groups, ownGroups, others } = view;
  return (
    <fieldset class="picker" id="field-event_types">
      <legend>{texts.eventsLabel}</legend>
      {[true, false].map((isAll) => (
        <label class="choice">
          <input
            type="radio"
            name="events"
            value={isAll ? 'all' : 'some'}
            checked={isAll === isEverything}
          />
          <span>{isAll ? texts.everything : texts.someEvents}</span>
        </label>
      ))}
      <div class="inner boxes">
        {groups.map((group) => (
          <Group group={group} {...frame} />
        ))}
        {others.length > 0 && [
          <p class="label">{texts.otherEvents}</p>,
          ...others.map((other) => <Box event={other} text={other.pattern} />),
        ]}
      </div>
      <div class="inner">
        <p class="label">{texts.ownEvents}</p>
        {ownGroups.map((group) => (
          <Group group={group} {...frame} />
        ))}
      </div>
    </fieldset>
  );
}

function Group({ group, chosen }: WebhooksFrame & { readonly group: EventGroup }) {
  const { texts } = chosen;
  const { name, all, events } = group;
  const isOpen = all.isTicked || events.some(({ isTicked }) => isTicked);
  return (
    <details open={isOpen}>
      <summary>
        <code>{name}</code> ({events.length})
      </summary>
      <div class="inner">
        <Box event={all} text={fillText(texts.groupAll, { name: all.pattern })} />
        {events.map((event) => [
          <Box event={event} text={event.pattern} />,
          <div class="inner">
            <p class="hint">{event.description}</p>
            <details>
              <summary class="hint">
                {texts.sample} <span class="hidden">{event.pattern}</span>
              </summary>
              <pre tabindex={0}>{event.sample}</pre>
            </details>
          </div>,
        ])}
      </div>
    </details>
  );
}

function Box({ event, text }: { readonly event: PickedEvent; readonly text: Child }) {
  return (
    <label class="choice">
      <input type="checkbox" name={fieldOf(event.pattern)} checked={event.isTicked} />
      <code>{text}</code>
    </label>
  );
}
