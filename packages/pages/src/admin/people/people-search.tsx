import { isId } from '@stepward/http';
import type { PortalContent } from '../../portal/portal-route.js';
import type { NamedPerson, PeopleNames } from './people-names.js';
import { pageRefusedWith, type StepUpAddress } from './people-refused.js';
import { callerOf, PATH, pathOf, type Shown, type Visit } from './people-visit.js';
import { Id } from '../parts/id.js';

/** What the pages ask the host for. */
export interface PeopleHost {
  readonly names: PeopleNames;
  /** Null for a host that offers no step-up. */
  readonly stepUpAddress: StepUpAddress | null;
}

/** The first page: a search by id, and where the host can, by name. It never lists people who were not searched for. */
export async function showSearch(
  visit: Visit,
  { names, stepUpAddress }: PeopleHost,
): Promise<Shown> {
  const text = (visit.query.get('q') ?? '').trim();
  if (text === '') return searchPage(visit, names, text, null);
  if (!isId(text)) return searchPage(visit, names, text, []);
  const exact = await visit.stepward.people.see(callerOf(visit), text);
  // Before the host is asked: it knows nothing of the session.
  if (exact.isErr() && exact.error.code === 'assurance_insufficient') {
    return pageRefusedWith(visit, exact.error, stepUpAddress);
  }
  const named = await names.search(visit.session.tenantId, text);
  const page = searchPage(visit, names, text, withExact(text, exact.isOk(), named ?? []));
  return named === null ? { ...page, alert: visit.chosen.texts.namesUnavailable } : page;
}

/** The people whom the host found, and before them the one with exactly this id. */
function withExact(
  id: string,
  exists: boolean,
  named: readonly NamedPerson[],
): readonly NamedPerson[] {
  const isNamed = named.some(({ identityId }) => identityId === id);
  return exists && !isNamed ? [{ identityId: id, name: null }, ...named] : named;
}

/** @param found null before a search */
function searchPage(
  { chosen, href }: Visit,
  { isSearchable }: PeopleNames,
  text: string,
  found: readonly NamedPerson[] | null,
): PortalContent {
  const { texts } = chosen;
  const body = [
    <p>{texts.intro}</p>,
    <form method="get" action={href(PATH)} role="search">
      <label for="q">{isSearchable ? texts.searchByName : texts.searchById}</label>
      <input id="q" name="q" type="search" autocomplete="off" dir="auto" value={text} />
      <button>{texts.search}</button>
    </form>,
    found !== null && <Found found={found} texts={texts} addressOf={(id) => href(pathOf(id))} />,
  ];
  return { title: texts.heading, back: null, alert: null, body };
}

function Found({
  found,
  texts,
  addressOf,
}: {
  readonly found: readonly NamedPerson[];
  readonly texts: Visit['chosen']['texts'];
  readonly addressOf: (identityId: string) => string;
}) {
  if (found.length === 0) return <p class="soft">{texts.noneFound}</p>;
  return (
    <ul>
      {found.map(({ identityId, name }) => (
        <li>
          <a href={addressOf(identityId)}>
            {name !== null && [<bdi>{name}</bdi>, ' ']}
            <Id id={identityId} />
          </a>
        </li>
      ))}
    </ul>
  );
}
