import type { OrganisationPolicy } from '@stepward/core';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { PortalForm } from '../../portal/portal-document.js';
import { Assessment } from './assessment.js';
import { ChangePreview, type NamedPreview } from './change-preview.js';
import { EffectiveFrom, PlannedChange } from './planned-change.js';
import { formatValue, unitOf, wordText } from './format-policy-value.js';
import type { PolicyTexts } from './policy-english.js';
import type {
  PolicyFieldView,
  PolicyGroup,
  PolicySource,
  PolicyView,
  RefusedPolicy,
} from './policy-view.js';

/** What the page is drawn with. */
export interface PolicyPageProps extends PageFrame<PolicyTexts> {
  readonly view: PolicyView;
  readonly address: string;
  readonly csrf: string;
  /** The page that removes all settings. */
  readonly resetAddress: string;
  readonly policy: OrganisationPolicy;
  /** The last form, where it was refused or previewed. */
  readonly refused: RefusedPolicy | null;
  /** What that form would change; null where it was not previewed. */
  readonly preview: NamedPreview | null;
}

/** The policy of an organisation, as one form. */
export function PolicyPage(props: PolicyPageProps) {
  const { view, address, csrf, resetAddress, policy, refused, preview, chosen, brand } = props;
  const { scheduled } = policy;
  const { texts } = chosen;
  const isOwn = view.fields.some(({ source }) => source === 'organisation');
  return [
    <p>{fillText(texts.intro, { app: brand.name })}</p>,
    view.hipaa && <p class="note">{fillText(texts.hipaaOn, { app: brand.name })}</p>,
    preview && <ChangePreview {...{ preview, chosen, brand }} />,
    scheduled && <PlannedChange action={address} {...{ scheduled, csrf, chosen, brand }} />,
    <PortalForm action={address} csrf={csrf}>
      {GROUPS.map((group) => (
        <section aria-labelledby={group}>
          <h2 id={group}>{texts[`${group}Group`]}</h2>
          {view.fields
            .filter((field) => field.group === group)
            .map((field) => (
              <PolicyField field={field} chosen={chosen} brand={brand} />
            ))}
        </section>
      ))}
      <EffectiveFrom {...{ refused, chosen, brand }} />
      <p class="actions">
        <button name="do" value="save">
          {texts.save}
        </button>
        <button name="do" value="preview">
          {texts.preview}
        </button>
      </p>
    </PortalForm>,
    isOwn && (
      <p>
        <a href={resetAddress}>{texts.resetLink}</a>
      </p>
    ),
    <Assessment {...{ policy, chosen, brand }} />,
  ];
}

const GROUPS = ['signIn', 'password', 'session'] as const satisfies readonly PolicyGroup[];

interface FieldProps extends PageFrame<PolicyTexts> {
  readonly field: PolicyFieldView;
}

/** One field: its name, where its value comes from, the value, and what it is changed with. */
function PolicyField(props: FieldProps) {
  const { name, control, lockedBy, stored } = props.field;
  const { texts } = props.chosen;
  const title = <Title {...props} />;
  const details = <Details {...props} />;
  const was = <input type="hidden" name={`was.${name}`} value={stored} />;
  const fault = <Fault {...props} />;
  if (lockedBy !== null) {
    const why = lockedBy === 'hipaa' ? texts.lockedByHipaa : texts.lockedByTenant;
    return (
      <div class="field" id={`field-${name}`}>
        <p class="label">{title}</p>
        {details}
        <p class="hint">{fillText(why, { app: props.brand.name })}</p>
        {fault}
      </div>
    );
  }
  if (control.type === 'factors') {
    return (
      <fieldset class="field" id={`field-${name}`} aria-describedby={describedBy(props.field)}>
        <legend>{title}</legend>
        {details}
        {was}
        <Factors {...props} />
        {fault}
      </fieldset>
    );
  }
  return (
    <div class="field" id={`field-${name}`}>
      <label for={name}>{title}</label>
      {details}
      {was}
      <Control {...props} />
      {fault}
    </div>
  );
}

function Title({ field: { name, source }, chosen: { texts }, brand }: FieldProps) {
  return [
    texts[`${name}Label`],
    ' ',
    <span class={source === 'organisation' ? 'tag own' : 'tag'}>
      {fillText(texts[SOURCES[source]], { app: brand.name })}
    </span>,
  ];
}

function Details({ field: { name, value }, chosen }: FieldProps) {
  const { texts } = chosen;
  return (
    <p class="hint" id={`${name}-hint`}>
      {texts[`${name}Hint`]}{' '}
      <b>{fillText(texts.inForce, { value: formatValue(name, value, chosen) })}</b>
    </p>
  );
}

/** The rule that was broken. The rules have the names that the API answers with. */
function Fault({ field: { name, violation }, chosen, brand }: FieldProps) {
  if (violation === null) return null;
  const { rule, limit } = violation;
  const text = rule === 'type' && limit === 'integer' ? 'faultNumber' : FAULTS.get(rule);
  const values = { app: brand.name, limit: formatValue(name, limit, chosen) };
  return (
    <p class="fault" id={`${name}-fault`} data-rule={rule}>
      {fillText(chosen.texts[text ?? 'faultType'], values)}
    </p>
  );
}

function Control({ field, chosen, brand }: FieldProps) {
  const { name, control, entered, tenantValue, violation } = field;
  const { texts } = chosen;
  const inherited = { app: brand.name, value: formatValue(name, tenantValue, chosen) };
  const shared = {
    id: name,
    name,
    'aria-describedby': describedBy(field),
    'aria-invalid': violation === null ? undefined : ('true' as const),
  };
  if (control.type === 'number') {
    const { min, max } = control;
    return [
      <span class="number">
        <input type="text" inputmode="decimal" autocomplete="off" value={entered} {...shared} />
        <span>{unitOf(name, chosen)}</span>
      </span>,
      <p class="hint">
        {min !== null && [fillText(texts.atLeast, { limit: formatValue(name, min, chosen) }), ' ']}
        {max !== null && [fillText(texts.atMost, { limit: formatValue(name, max, chosen) }), ' ']}
        {fillText(texts.emptyMeans, inherited)}
      </p>,
    ];
  }
  return (
    <select {...shared}>
      <option value="" selected={entered === ''}>
        {fillText(texts.inherit, inherited)}
      </option>
      {control.words.map((word) => (
        <option value={word} selected={entered === word}>
          {wordText(word, texts)}
        </option>
      ))}
    </select>
  );
}

function Factors({ field, chosen, brand }: FieldProps) {
  const { name, control, entered, ticked, tenantValue } = field;
  const { texts } = chosen;
  if (control.type !== 'factors') return null;
  const inherited = { app: brand.name, value: formatValue(name, tenantValue, chosen) };
  return [
    ...(['', 'own'] as const).map((mode) => (
      <label class="choice">
        <input type="radio" name={name} value={mode} checked={entered === mode} />
        <span>{mode === '' ? fillText(texts.inherit, inherited) : texts.ownFactors}</span>
      </label>
    )),
    <div class="inner">
      {control.words.map((word) => (
        <label class="choice">
          <input type="checkbox" name={`${name}.${word}`} checked={ticked.includes(word)} />
          <span>{wordText(word, texts)}</span>
        </label>
      ))}
    </div>,
  ];
}

function describedBy({ name, violation }: PolicyFieldView): string {
  return violation === null ? `${name}-hint` : `${name}-hint ${name}-fault`;
}

const SOURCES = {
  organisation: 'fromOrganisation',
  tenant: 'fromTenant',
  default: 'fromDefault',
  hipaa: 'fromHipaa',
} as const satisfies Record<PolicySource, keyof PolicyTexts>;

const FAULTS: ReadonlyMap<string, keyof PolicyTexts> = new Map([
  ['minimum', 'faultMinimum'],
  ['maximum', 'faultMaximum'],
  ['weaker_than_tenant', 'faultTenant'],
  ['hipaa', 'faultHipaa'],
  ['not_allowed', 'faultNotAllowed'],
  ['empty', 'faultEmpty'],
]);
