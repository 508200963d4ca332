import { err, ok, type Result, type SeePersonError } from '@stepward/core';
import { isId } from '@stepward/http';
import type { PortalRefusal } from '../../portal/portal-route.js';
import { pageRefusedWith, refusedWith } from './people-refused.js';
import { showSearch, type PeopleHost } from './people-search.js';
import {
  backToSearch,
  callerOf,
  emptyPage,
  identityIdOf,
  ONE,
  PATH,
  withScope,
  type PeopleRoute,
  type Visit,
} from './people-visit.js';
import {
  askPass,
  askReset,
  endDevice,
  givePass,
  reset,
  showPerson,
  withdrawPass,
} from './person-routes.js';
import { personView, type PersonView } from './person-view.js';

/** The routes of `/people`. Each asks for its scope, and then whether there is such a person. */
export function peopleRoutes(host: PeopleHost): readonly PeopleRoute[] {
  const help = <Rest extends readonly unknown[], T>(serve: ForPerson<Rest, T>) =>
    withScope('identities:write', withPerson(host, forOthers(serve)));
  return [
    { path: PATH, show: withScope('identities:read', (visit) => showSearch(visit, host)) },
    {
      path: ONE,
      show: withScope('identities:read', withPerson(host, showPerson)),
      actions: { withdraw: help(withdrawPass), end_device: help(endDevice) },
    },
    { path: `${ONE}/reset`, show: help(askReset), actions: { reset: help(reset) } },
    { path: `${ONE}/pass`, show: help(askPass), actions: { give: help(givePass) } },
  ];
}

type ForPerson<Rest extends readonly unknown[], T> = (
  visit: Visit,
  view: PersonView,
  ...rest: Rest
) => Promise<T>;

/** Serves the person in the address; 404 where the tenant has none. */
function withPerson<Rest extends readonly unknown[], T>(
  { names, stepUpAddress }: PeopleHost,
  serve: ForPerson<Rest, T>,
): (visit: Visit, ...rest: Rest) => Promise<T | PortalRefusal | null> {
  return async (visit, ...rest) => {
    const seen = await seePerson(visit, names);
    return seen.isErr()
      ? pageRefusedWith(visit, seen.error, stepUpAddress)
      : serve(visit, seen.value, ...rest);
  };
}

/** Refuses administrators who look at themselves. The services would refuse only their form. */
function forOthers<Rest extends readonly unknown[], T>(
  serve: ForPerson<Rest, T>,
): ForPerson<Rest, T | PortalRefusal | null> {
  return async (visit, view, ...rest) =>
    view.help === 'self'
      ? refusedWith(visit, { code: 'self_refused' }, (alert) =>
          emptyPage(visit, backToSearch(visit), alert),
        )
      : serve(visit, view, ...rest);
}

async function seePerson(
  visit: Visit,
  names: PeopleHost['names'],
): Promise<Result<PersonView, SeePersonError>> {
  const identityId = identityIdOf(visit);
  if (!isId(identityId)) return err({ code: 'identity_not_found' });
  const { session, now } = visit;
  const { people } = visit.stepward;
  const { name, context } = await names.find(session.tenantId, identityId);
  const seen = await people.see(callerOf(visit), identityId, context);
  if (seen.isOk()) return ok(personView({ record: seen.value, name, session }, now));
  if (seen.error.code !== 'organisation_not_found') return err(seen.error);
  // The host named an organisation that the tenant does not have: the record is shown without the deadline.
  const plain = await people.see(callerOf(visit), identityId);
  return plain.map((record) => personView({ record, name, session }, now));
}
