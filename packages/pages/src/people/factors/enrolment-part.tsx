import type { ListedAuthenticator } from '@stepward/core';
import type { Child } from 'hono/jsx';
import { fillText } from '../../layout/fill-text.js';
import { Time } from '../../layout/time.js';
import { PortalForm } from '../../portal/portal-document.js';
import { NameField } from './name-field.js';
import { authenticatorPath, type PartProps } from './section.js';
import type { Obstacle, PageFactorName } from './security-facts.js';
import type { SectionTexts } from './section-texts.js';

/** What the part of a factor that is set up and removed shows. */
export interface EnrolmentPartProps extends PartProps {
  readonly factor: PageFactorName;
  readonly heading: string;
  /** One sentence about it. */
  readonly about: string;
  /** A remark on it; none by default. */
  readonly children?: Child;
}

/** A factor that is set up and removed: whether it is on, its authenticators, and what can be done. */
export function EnrolmentPart(props: EnrolmentPartProps) {
  const { visit, view, isLocked, factor, heading, about, children } = props;
  const state = view.factors.find((each) => each.factor === factor);
  if (state === undefined) return null;
  const { texts } = visit.chosen;
  const { isEnrolled, obstacle, authenticators, canAdd, isFull } = state;
  return (
    <section id={factor}>
      <h2>
        {heading}{' '}
        <span class={isEnrolled ? 'tag ok' : 'tag'}>{isEnrolled ? texts.on : texts.off}</span>
      </h2>
      <p>{about}</p>
      {children}
      {authenticators.length > 0 && (
        <ul>
          {authenticators.map((one) => (
            <OneAuthenticator {...props} authenticator={one} />
          ))}
        </ul>
      )}
      {!isEnrolled && obstacle !== null && <ObstacleHint obstacle={obstacle} texts={texts} />}
      {isFull && <p class="hint">{texts.tooManyAuthenticators}</p>}
      {canAdd && !isLocked && <SetUpForm {...props} isFirst={!isEnrolled} />}
    </section>
  );
}

/** An authenticator: its name, when it was added and used, and the way to its page. */
function OneAuthenticator({
  visit: { chosen, href },
  isLocked,
  heading,
  authenticator,
}: EnrolmentPartProps & { readonly authenticator: ListedAuthenticator }) {
  const { texts } = chosen;
  const name = authenticator.name ?? heading;
  return (
    <li>
      <bdi>{name}</bdi>
      {authenticator.suspended && [' ', <span class="tag no">{texts.suspended}</span>]}
      {!isLocked && [
        ' ',
        <a href={href(authenticatorPath(authenticator.id))} aria-label={`${texts.change}: ${name}`}>
          {texts.change}
        </a>,
      ]}
      <Use authenticator={authenticator} chosen={chosen} />
    </li>
  );
}

/** When an authenticator was added and used last, and why it is not asked any more where it is suspended. */
export function Use({
  authenticator: { createdAt, lastUsedAt, suspended },
  chosen,
}: {
  readonly authenticator: ListedAuthenticator;
  readonly chosen: PartProps['visit']['chosen'];
}) {
  const { addedAt, usedAt, neverUsed, suspendedHint } = chosen.texts;
  return [
    <p class="hint">
      {fillText(addedAt, { time: <Time at={createdAt} chosen={chosen} /> })}{' '}
      {lastUsedAt === null
        ? neverUsed
        : fillText(usedAt, { time: <Time at={lastUsedAt} chosen={chosen} /> })}
    </p>,
    suspended && <p class="hint">{suspendedHint}</p>,
  ];
}

/** @param isFirst whether there is none yet; the others get a name, by which they are told apart */
function SetUpForm({
  visit: { chosen, csrf, href },
  factor,
  heading,
  isFirst,
}: EnrolmentPartProps & { readonly isFirst: boolean }) {
  const { texts } = chosen;
  const label = isFirst ? texts.setUp : texts.addAnother;
  return (
    <PortalForm action={href(`/security/${factor}`)} csrf={csrf}>
      {!isFirst && <NameField id={`${factor}-name`} value="" texts={texts} />}
      <button name="do" value="start" aria-label={`${label}: ${heading}`}>
        {label}
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
