import type { KeptFactor } from '@stepward/core/factors';
import { PortalForm } from '../../portal/portal-document.js';
import type { PartProps } from './section.js';
import type { Obstacle } from './security-facts.js';
import type { SectionTexts } from './section-texts.js';

/** What the part of a factor that is set up and removed shows. */
export interface EnrolmentPartProps extends PartProps {
  readonly factor: KeptFactor;
  readonly heading: string;
  /** One sentence about it. */
  readonly about: string;
}

/** A factor that is set up and removed: whether it is on, what is in the way, and what can be done. */
export function EnrolmentPart(props: EnrolmentPartProps) {
  const { visit, view, isLocked, factor, heading, about } = props;
  const state = view.factors.find((each) => each.factor === factor);
  if (state === undefined) return null;
  const { texts } = visit.chosen;
  const { isEnrolled, obstacle } = state;
  return (
    <section>
      <h2>
        {heading}{' '}
        <span class={isEnrolled ? 'tag ok' : 'tag'}>{isEnrolled ? texts.on : texts.off}</span>
      </h2>
      <p>{about}</p>
      {obstacle !== null && <ObstacleHint obstacle={obstacle} texts={texts} />}
      {isEnrolled && !isLocked && (
        <p>
          <a href={visit.href(`/security/remove/${factor}`)}>{texts.remove}</a>
        </p>
      )}
      {!isEnrolled && obstacle === null && !isLocked && <SetUpForm {...props} />}
    </section>
  );
}

function SetUpForm({ visit: { chosen, csrf, href }, factor, heading }: EnrolmentPartProps) {
  const { setUp } = chosen.texts;
  return (
    <PortalForm action={href(`/security/${factor}`)} csrf={csrf}>
      <button name="do" value="start" aria-label={`${setUp}: ${heading}`}>
        {setUp}
      </button>
    </PortalForm>
  );
}

/** Says why a factor cannot be set up. */
export function ObstacleHint({
  obstacle,
  texts,
}: {
  readonly obstacle: Obstacle;
  readonly texts: SectionTexts;
}) {
  return <p class="hint">{texts[OBSTACLES[obstacle]]}</p>;
}

const OBSTACLES = {
  not_allowed: 'notAllowed',
  unavailable: 'unavailable',
  no_phone: 'needsPhone',
  no_factor: 'needsFactor',
} as const satisfies Record<Obstacle, keyof SectionTexts>;
