import type { EventNaming, SubscriberInvalid } from '@stepward/core';
import type { Form } from '../../../links/read-form.js';
import { PortalForm } from '../../../portal/portal-document.js';
import { EventPicker } from './event-picker.js';
import { eventTypesIn, type EventPickerView } from './event-picker-view.js';
import { Fault, faultAttributes, type WebhooksFrame } from '../webhook-parts.js';

/** What the form of a subscriber shows. */
export interface SubscriberFormView {
  readonly url: string;
  readonly description: string;
  readonly naming: string;
  readonly picker: EventPickerView;
  /** The rules that the last form broke. */
  readonly violations: SubscriberInvalid['violations'];
}

/** What was entered: the fields of a subscriber, for the service to check. */
export interface EnteredSubscriber {
  readonly url: string;
  readonly description: string;
  /** Omitted where the form has no such field: the default, or what is stored. */
  readonly naming?: EventNaming;
  readonly event_types: readonly string[];
}

/** Reads the form. The service reports what is wrong in it. */
export function subscriberInput(
  form: Form,
  isReserved: (type: string) => boolean,
): EnteredSubscriber {
  const naming = form.get('naming') as EventNaming | undefined;
  return {
    url: form.get('url')?.trim() ?? '',
    description: form.get('description') ?? '',
    ...(naming !== undefined && { naming }),
    event_types: eventTypesIn(form, isReserved),
  };
}

export interface SubscriberFormProps extends WebhooksFrame {
  readonly view: SubscriberFormView;
  readonly address: string;
  readonly csrf: string;
  /** The action of its button. */
  readonly action: 'create' | 'save';
}

/** The form that adds or changes a subscriber. */
export function SubscriberForm({ view, address, csrf, action, ...frame }: SubscriberFormProps) {
  const { chosen } = frame;
  const { texts } = chosen;
  const { violations } = view;
  return (
    <PortalForm action={address} csrf={csrf}>
      <div class="field">
        <label for="url">{texts.urlLabel}</label>
        <input
          id="url"
          name="url"
          type="text"
          inputmode="url"
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          value={view.url}
          {...faultAttributes('url', violations)}
        />
        <p class="hint" id="url-hint">
          {texts.urlHint}
        </p>
        <Fault name="url" violations={violations} chosen={chosen} />
      </div>
      <div class="field">
        <label for="description">{texts.descriptionLabel}</label>
        <input
          id="description"
          name="description"
          type="text"
          autocomplete="off"
          value={view.description}
          {...faultAttributes('description', violations)}
        />
        <p class="hint" id="description-hint">
          {texts.descriptionHint}
        </p>
        <Fault name="description" violations={violations} chosen={chosen} />
      </div>
      <Fault name="event_types" violations={violations} chosen={chosen} />
      <EventPicker view={view.picker} {...frame} />
      <div class="field">
        <label for="naming">{texts.namingLabel}</label>
        <select id="naming" name="naming" {...faultAttributes('naming', violations, false)}>
          {(['canonical', 'legacy'] as const).map((naming) => (
            <option value={naming} selected={naming === view.naming}>
              {texts[`naming_${naming}`]}
            </option>
          ))}
        </select>
        <Fault name="naming" violations={violations} chosen={chosen} />
      </div>
      <button name="do" value={action}>
        {texts[action]}
      </button>
    </PortalForm>
  );
}
