import type { PolicyPreview } from '@stepward/core';
import type { PolicyFieldChange } from '@stepward/core/policy';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { Id } from '../parts/id.js';
import { formatValue } from './format-policy-value.js';
import type { PolicyTexts } from './policy-english.js';

/** A preview with the names of the people in its samples, by id; null for a person without a name. */
export interface NamedPreview extends PolicyPreview {
  readonly people: ReadonlyMap<string, string | null>;
}

interface ChangePreviewProps extends PageFrame<PolicyTexts> {
  readonly preview: NamedPreview;
}

/** What the entered change would do, and whom it would concern. Nothing is saved yet. */
export function ChangePreview({ preview, chosen }: ChangePreviewProps) {
  const { changes, impact, people } = preview;
  const { texts } = chosen;
  return (
    <section class="note" role="status" aria-labelledby="preview">
      <h2 id="preview">{texts.previewHeading}</h2>
      <p>{changes.length === 0 ? texts.previewNothing : texts.previewAbout}</p>
      <ul>
        {changes.map((change) => (
          <li>{changeText(change, chosen)}</li>
        ))}
      </ul>
      {impact && <Impact {...{ impact, people, chosen }} />}
    </section>
  );
}

function changeText({ field, from, to, effect }: PolicyFieldChange, chosen: Chosen) {
  const { texts } = chosen;
  return fillText(texts[EFFECTS[effect]], {
    field: texts[`${field}Label`],
    from: formatValue(field, from, chosen),
    to: formatValue(field, to, chosen),
  });
}

type Chosen = ChangePreviewProps['chosen'];

const EFFECTS = {
  stricter: 'changeStricter',
  weaker: 'changeWeaker',
  other: 'changeOther',
} as const satisfies Readonly<Record<PolicyFieldChange['effect'], keyof PolicyTexts>>;

interface ImpactProps {
  readonly impact: NonNullable<PolicyPreview['impact']>;
  readonly people: NamedPreview['people'];
  readonly chosen: Chosen;
}

function Impact({ impact, people, chosen }: ImpactProps) {
  const { texts, locale } = chosen;
  const counted = (name: 'impactAsked' | 'impactMustEnrol' | 'impactBlocked', count: number) =>
    fillText(texts[name], { count: new Intl.NumberFormat(locale).format(count) });
  const { sample } = impact;
  return [
    <p>{texts[impact.complete ? 'impactAbout' : 'impactPart']}</p>,
    <ul>
      <li>{counted('impactAsked', impact.askedEachTime)}</li>
      <li>
        {counted('impactMustEnrol', impact.mustEnrol)}{' '}
        <People ids={sample.mustEnrol} people={people} />
      </li>
      <li>
        {counted('impactBlocked', impact.blocked)} <People ids={sample.blocked} people={people} />
      </li>
    </ul>,
  ];
}

interface PeopleProps {
  readonly ids: readonly string[];
  readonly people: NamedPreview['people'];
}

/** The first of them, by their names and ids: names are not unique. */
function People({ ids, people }: PeopleProps) {
  return ids.map((id, index) => {
    const name = people.get(id) ?? null;
    return [index > 0 && ', ', name !== null && [<bdi>{name}</bdi>, ' '], <Id id={id} />];
  });
}
