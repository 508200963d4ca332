import type {
  BodyKind,
  EventNaming,
  Ordering,
  SignatureKind,
  SubscriberInvalid,
} from '@stepward/core';
import type { Form } from '../../../links/read-form.js';
import { PortalForm } from '../../../portal/portal-document.js';
import { EventPicker } from './event-picker.js';
import { eventTypesIn, type EventPickerView } from './event-picker-view.js';
import { fillText } from '../../../layout/fill-text.js';
import {
  Fault,
  faultAttributes,
  SelectField,
  TextField,
  type FieldFault,
} from '../../parts/form-fields.js';
import { faultOf, type WebhooksFrame } from '../webhook-parts.js';

/** What the form of a subscriber shows. */
export interface SubscriberFormView {
  readonly url: string;
  readonly description: string;
  readonly naming: string;
  readonly signature: string;
  readonly body: string;
  readonly ordering: string;
  /** Null for the first version of each event. */
  readonly version: string | null;
  /** The versions that can be chosen, dates; empty where no event has one, and the form then has no such field. */
  readonly versions: readonly string[];
  /** The names of the stored headers; none of a new subscriber. */
  readonly headerNames: readonly string[];
  readonly clientCertificate: string | null;
  /** Whether there are keys for other signatures than `v1`, or one is stored. */
  readonly choosesSignature: boolean;
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
  /** The same. */
  readonly signature?: SignatureKind;
  /** The same. */
  readonly body?: BodyKind;
  /** The same. */
  readonly ordering?: Ordering;
  /** The same. */
  readonly version?: string | null;
  /** Omitted where the stored headers are kept. */
  readonly headers?: Readonly<Record<string, string>> | null;
  /** Omitted as `naming` is. */
  readonly client_certificate?: string | null;
  readonly event_types: readonly string[];
}

/** Reads the form. The service reports what is wrong in it. */
export function subscriberInput(
  form: Form,
  isReserved: (type: string) => boolean,
): EnteredSubscriber {
  const naming = form.get('naming') as EventNaming | undefined;
  const signature = form.get('signature') as SignatureKind | undefined;
  const body = form.get('body') as BodyKind | undefined;
  const ordering = form.get('ordering') as Ordering | undefined;
  const version = form.get('version');
  const certificate = form.get('client_certificate')?.trim();
  return {
    url: form.get('url')?.trim() ?? '',
    description: form.get('description') ?? '',
    ...(naming !== undefined && { naming }),
    ...(signature !== undefined && { signature }),
    ...(body !== undefined && { body }),
    ...(ordering !== undefined && { ordering }),
    ...(version !== undefined && { version: version === '' ? null : version }),
    ...headersIn(form),
    ...(certificate !== undefined && {
      client_certificate: certificate === '' ? null : certificate,
    }),
    event_types: eventTypesIn(form, isReserved),
  };
}

/**
 * The headers of the lines; a line without a colon has no value, which the service refuses. An object has no name twice: where
 * lines repeat one, their whole text stands for the names, which the service refuses as well.
 */
function headersIn(form: Form): Pick<EnteredSubscriber, 'headers'> {
  if (form.has('remove_headers')) return { headers: null };
  const lines = (form.get('headers') ?? '').split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return {};
  const entries = lines.map((line) => {
    const [name = '', ...value] = line.split(':');
    return [name.trim(), value.join(':').trim()] as const;
  });
  const headers = Object.fromEntries(entries);
  const isRepeated = Object.keys(headers).length < lines.length;
  return { headers: isRepeated ? Object.fromEntries(lines.map((line) => [line, ''])) : headers };
}

export interface SubscriberFormProps extends WebhooksFrame {
  readonly view: SubscriberFormView;
  readonly address: string;
  readonly csrf: string;
  /** The action of its button. */
  readonly action: 'create' | 'save';
}

const NAMINGS: readonly EventNaming[] = ['canonical', 'legacy'];
const BODIES: readonly BodyKind[] = ['full', 'thin'];
const ORDERINGS: readonly Ordering[] = ['none', 'key'];
const SIGNATURES: readonly SignatureKind[] = ['v1', 'v1a', 'both'];

const PLAIN = { type: 'text', autocomplete: 'off' } as const;

/** The form that adds or changes a subscriber. */
export function SubscriberForm({ view, address, csrf, action, ...frame }: SubscriberFormProps) {
  const { chosen } = frame;
  const { texts } = chosen;
  const fault = (name: string) => faultOf(name, view.violations, chosen);
  return (
    <PortalForm action={address} csrf={csrf}>
      <TextField
        name="url"
        label={texts.urlLabel}
        hint={texts.urlHint}
        input={{ ...PLAIN, inputmode: 'url', dir: 'ltr', spellcheck: false, value: view.url }}
        fault={fault('url')}
      />
      <TextField
        name="description"
        label={texts.descriptionLabel}
        hint={texts.descriptionHint}
        input={{ ...PLAIN, value: view.description }}
        fault={fault('description')}
      />
      <Fault name="event_types" fault={fault('event_types')} />
      <EventPicker view={view.picker} {...frame} />
      <SelectField
        name="naming"
        label={texts.namingLabel}
        options={NAMINGS.map((naming) => [naming, texts[`naming_${naming}`]])}
        selected={view.naming}
        fault={fault('naming')}
      />
      <SelectField
        name="body"
        label={texts.bodyLabel}
        options={BODIES.map((body) => [body, texts[`body_${body}`]])}
        selected={view.body}
        fault={fault('body')}
      />
      <SelectField
        name="ordering"
        label={texts.orderingLabel}
        options={ORDERINGS.map((ordering) => [ordering, texts[`ordering_${ordering}`]])}
        selected={view.ordering}
        fault={fault('ordering')}
      />
      {view.versions.length > 0 && (
        <SelectField
          name="version"
          label={texts.versionLabel}
          options={[
            ...view.versions.toReversed().map((version) => [version, version] as const),
            ['', texts.versionFirst],
          ]}
          selected={view.version ?? ''}
          fault={fault('version')}
        />
      )}
      {view.choosesSignature && (
        <SelectField
          name="signature"
          label={texts.signatureLabel}
          options={SIGNATURES.map((signature) => [signature, texts[`signature_${signature}`]])}
          selected={view.signature}
          fault={fault('signature')}
        />
      )}
      <HeadersField view={view} fault={fault('headers')} chosen={chosen} brand={frame.brand} />
      <TextField
        name="client_certificate"
        label={texts.certificateLabel}
        hint={texts.certificateHint}
        input={{ ...PLAIN, spellcheck: false, value: view.clientCertificate ?? '' }}
        fault={fault('client_certificate')}
      />
      <button name="do" value={action}>
        {texts[action]}
      </button>
    </PortalForm>
  );
}

/** The headers to add. What is entered and what is stored are secrets, so neither is shown. */
function HeadersField({
  view: { headerNames },
  fault,
  chosen: { texts },
}: WebhooksFrame & { readonly view: SubscriberFormView; readonly fault: FieldFault | null }) {
  const isSet = headerNames.length > 0;
  return (
    <div class="field">
      <label for="headers">{texts.headersLabel}</label>
      <textarea
        id="headers"
        name="headers"
        rows={3}
        dir="ltr"
        spellcheck={false}
        autocomplete="off"
        {...faultAttributes('headers', fault)}
      />
      <p class="hint" id="headers-hint">
        {isSet ? fillText(texts.headersKept, { names: headerNames.join(', ') }) : texts.headersHint}
      </p>
      <Fault name="headers" fault={fault} />
      {isSet && (
        <label class="choice">
          <input type="checkbox" name="remove_headers" value="yes" /> {texts.removeHeaders}
        </label>
      )}
    </div>
  );
}
