import type { ListedDevice } from '@stepward/core';
import type { Child } from 'hono/jsx';
import type { PageFrame } from '../../layout/create-renderer.js';
import { fillText } from '../../layout/fill-text.js';
import { formatTime } from '../../layout/time.js';
import { PortalForm } from '../../portal/portal-document.js';
import { Details } from '../parts/details.js';
import { Id } from '../parts/id.js';
import type { PeopleTexts } from './people-english.js';
import type { PersonAuthenticator, PersonView } from './person-view.js';
import { shownId, shownName } from '../parts/shown-name.js';

/** What every part of the pages is drawn with. */
export type PeopleFrame = PageFrame<PeopleTexts>;

/** A person in a sentence: the name, or without one the id. Isolated, so that it cannot turn the text around it. */
export function Person({ view }: { readonly view: PersonView }) {
  return <bdi>{view.name ?? shownId(view.identityId)}</bdi>;
}

/** Who it is about, on every page: a name could be that of another person, the id cannot. */
export function Identity({ view, chosen }: PeopleFrame & { readonly view: PersonView }) {
  const { texts } = chosen;
  return (
    <Details
      rows={[
        [texts.name, view.name === null ? null : <bdi>{view.name}</bdi>],
        [texts.identityId, <Id id={view.identityId} />],
      ]}
    />
  );
}

export interface PersonPageProps extends PeopleFrame {
  readonly view: PersonView;
  /** The browsers that the person trusts. */
  readonly devices: readonly ListedDevice[];
  /** The page of the person. */
  readonly address: string;
  readonly csrf: string;
}

/** A person's factors, what limits them, and for who may help, the ways to help. */
export function PersonPage({ view, devices, address, csrf, ...frame }: PersonPageProps) {
  const { texts } = frame.chosen;
  return [
    <Identity view={view} {...frame} />,
    <Details rows={[...factorRows(view, frame), ...limitRows(view, frame)]} />,
    devices.length > 0 && <Devices {...{ view, devices, address, csrf, ...frame }} />,
    view.help === 'self' && <p class="note">{texts.selfRefused}</p>,
    view.help === 'allowed' && (
      <div class="actions">
        <a class="button" href={`${address}/reset`}>
          {texts.reset}
        </a>
        <a href={`${address}/pass`}>{texts.pass}</a>
        {view.passUntil !== null && (
          <PortalForm action={address} csrf={csrf}>
            <button class="plain" name="do" value="withdraw">
              {texts.withdraw}
            </button>
          </PortalForm>
        )}
      </div>
    ),
  ];
}

/** The browsers from which the person's sign-in asks for no second factor; who may help ends them. */
function Devices({ view, devices, address, csrf, chosen }: PersonPageProps) {
  const { texts } = chosen;
  const at = (time: Date) => ({ time: formatTime(time, chosen) });
  return (
    <section>
      <h2>{texts.devices}</h2>
      <ul>
        {devices.map(({ id, name, trustedAt, expiresAt, lastUsedAt }) => (
          <li>
            <bdi>{shownName(name) ?? texts.deviceUnknown}</bdi>
            <p class="hint">
              {fillText(texts.deviceSince, at(trustedAt))}{' '}
              {fillText(texts.deviceUntil, at(expiresAt))}{' '}
              {lastUsedAt === null ? texts.neverUsed : fillText(texts.usedAt, at(lastUsedAt))}
            </p>
            {view.help === 'allowed' && (
              <PortalForm action={address} csrf={csrf}>
                <input type="hidden" name="device" value={id} />
                <button class="plain" name="do" value="end_device">
                  {texts.endDevice}
                </button>
              </PortalForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Row = readonly [string, Child];

function factorRows({ factors }: PersonView, frame: PeopleFrame): readonly Row[] {
  const { texts } = frame.chosen;
  if (factors.length === 0) return [[texts.factors, texts.noFactors]];
  return factors.map(({ factor, authenticators }) => [
    texts[`factor_${factor}`],
    authenticators.map((one) => <Use authenticator={one} {...frame} />),
  ]);
}

function limitRows(view: PersonView, frame: PeopleFrame): readonly Row[] {
  const { chosen } = frame;
  const { texts } = chosen;
  const { recoveryCodes, guesses, deadline, passUntil } = view;
  return [
    [
      texts.recoveryCodes,
      [recoveryCodes.left, recoveryCodes.isSuspended && [' ', <Suspended {...frame} />]],
    ],
    [
      texts.guesses,
      [
        guesses.remaining,
        guesses.resetsAt && [
          '. ',
          fillText(texts.guessesBack, { time: formatTime(guesses.resetsAt, chosen) }),
        ],
      ],
    ],
    [
      texts.deadline,
      deadline &&
        fillText(deadline.isOver ? texts.deadlineOver : texts.deadlineAt, {
          time: formatTime(deadline.at, chosen),
        }),
    ],
    [
      texts.livePass,
      passUntil && fillText(texts.livePassUntil, { time: formatTime(passUntil, chosen) }),
    ],
  ];
}

function Suspended({ chosen }: PeopleFrame) {
  return <span class="tag no">{chosen.texts.suspended}</span>;
}

/** An authenticator with its name, and when it was added and used. */
function Use({
  authenticator: { name, createdAt, lastUsedAt, suspended },
  ...frame
}: PeopleFrame & { readonly authenticator: PersonAuthenticator }) {
  const { chosen } = frame;
  const { texts } = chosen;
  return (
    <p class="hint">
      {name !== null && [<bdi>{name}</bdi>, '. ']}
      {fillText(texts.addedAt, { time: formatTime(createdAt, chosen) })}{' '}
      {lastUsedAt === null
        ? texts.neverUsed
        : fillText(texts.usedAt, { time: formatTime(lastUsedAt, chosen) })}
      {suspended && [' ', <Suspended {...frame} />]}
    </p>
  );
}
