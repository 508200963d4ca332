import type { ShownSession } from '@stepward/core';
import { deviceName } from '@stepward/core/adapter';
import { fillText } from '../../layout/fill-text.js';
import { Time } from '../../layout/time.js';
import type { Form } from '../../links/read-form.js';
import { PortalForm } from '../../portal/portal-document.js';
import {
  ACCOUNT_REFUSALS,
  callerOf,
  redirect,
  refused,
  type PartProps,
  type Section,
  type SectionOutcome,
  type SectionVisit,
} from '../factors/section.js';
import { sessionsEnglish, sessionsGerman, type SessionsTexts } from './sessions-texts.js';

type Visit = SectionVisit<SessionsTexts, 'sessions'>;
type Outcome = SectionOutcome<SessionsTexts>;

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  session_not_found: 'sessionGone',
  sessions_unavailable: 'sessionsUnavailable',
  sessions_not_configured: 'sessionsUnavailable',
} as const;

/** Where the person is signed in. */
export const sessionsSection: Section<SessionsTexts, 'sessions'> = {
  services: ['sessions'],
  texts: { en: sessionsEnglish, de: sessionsGerman },
  actions: { end_session: endOne, end_others: endOthers },
  routes: [],
};

/** The sessions to show: null for a host that shows none. */
export type ListedSessions = readonly ShownSession[] | 'unavailable' | null;

export async function listSessions(visit: Visit): Promise<ListedSessions> {
  const listed = await visit.stepward.sessions.list(callerOf(visit));
  if (listed.isOk()) return listed.value;
  return listed.error.code === 'sessions_unavailable' ? 'unavailable' : null;
}

export interface SessionsProps extends PartProps<SessionsTexts> {
  readonly sessions: ListedSessions;
}

/** The list of sessions, each of which can be ended. */
export function SessionsPart(props: SessionsProps) {
  const { visit, isLocked, sessions } = props;
  if (sessions === null) return null;
  const { sessionsHeading, sessionsAbout, sessionsUnavailable } = visit.chosen.texts;
  const isKnown = sessions !== 'unavailable';
  return (
    <section>
      <h2>{sessionsHeading}</h2>
      <p class={isKnown ? undefined : 'hint'}>{isKnown ? sessionsAbout : sessionsUnavailable}</p>
      {isKnown && (
        <ul>
          {sessions.map((session) => (
            <OneSession session={session} {...props} />
          ))}
        </ul>
      )}
      {!isLocked && hasOthers(sessions) && <EndOthers visit={visit} />}
    </section>
  );
}

/** After a change of factors: offers to end the other sessions, which began before it. */
export function SessionsOffer({ visit, isLocked, sessions }: SessionsProps) {
  if (isLocked || !hasOthers(sessions)) return null;
  return (
    <div class="note">
      <p>{visit.chosen.texts.sessionsOffer}</p>
      <EndOthers visit={visit} />
    </div>
  );
}

function hasOthers(sessions: ListedSessions): boolean {
  return (
    sessions !== null && sessions !== 'unavailable' && sessions.some(({ current }) => !current)
  );
}

function EndOthers({ visit: { chosen, csrf, href } }: Pick<SessionsProps, 'visit'>) {
  return (
    <PortalForm action={href('/security')} csrf={csrf}>
      <button class="plain" name="do" value="end_others">
        {chosen.texts.sessionEndOthers}
      </button>
    </PortalForm>
  );
}

function OneSession({
  visit: { chosen, csrf, href },
  isLocked,
  session,
}: SessionsProps & { readonly session: ShownSession }) {
  const { texts } = chosen;
  const { id, userAgent, current } = session;
  const device = userAgent === null ? texts.sessionUnknown : deviceName(userAgent);
  return (
    <li>
      <bdi>{device}</bdi> {current && <span class="tag ok">{texts.sessionHere}</span>}
      <SessionUse session={session} chosen={chosen} />
      {!current && !isLocked && (
        <PortalForm action={href('/security')} csrf={csrf}>
          <input type="hidden" name="session" value={id} />
          <button
            class="plain"
            name="do"
            value="end_session"
            aria-label={`${texts.sessionEnd}: ${device}`}
          >
            {texts.sessionEnd}
          </button>
        </PortalForm>
      )}
    </li>
  );
}

/** When and where a session began, and when it was used last. */
function SessionUse({
  session: { createdAt, lastUsedAt, clientAddress },
  chosen,
}: Pick<SessionsProps['visit'], 'chosen'> & { readonly session: ShownSession }) {
  const { sessionSince, sessionUsed, sessionFrom } = chosen.texts;
  const at = (time: Date) => ({ time: <Time at={time} chosen={chosen} /> });
  const address = <bdi dir="ltr">{clientAddress ?? ''}</bdi>;
  return (
    <p class="hint">
      {fillText(sessionSince, at(createdAt))}{' '}
      {lastUsedAt !== null && [fillText(sessionUsed, at(lastUsedAt)), ' ']}
      {clientAddress !== null && fillText(sessionFrom, { address })}
    </p>
  );
}

async function endOne(visit: Visit, fields: Form): Promise<Outcome> {
  const ended = await visit.stepward.sessions.end(callerOf(visit), fields.get('session') ?? '');
  if (ended.isErr()) return refused(ended.error, REFUSALS);
  return redirect('/security', { text: 'sessionIsEnded' });
}

async function endOthers(visit: Visit): Promise<Outcome> {
  const ended = await visit.stepward.sessions.endOthers(callerOf(visit));
  if (ended.isErr()) return refused(ended.error, REFUSALS);
  return redirect('/security', { text: 'sessionsAreEnded' });
}
