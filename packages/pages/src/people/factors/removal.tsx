import type { Result, Stepward } from '@stepward/core';
import type { Refused } from '../../layout/answer-of.js';
import { Confirm } from '../../portal/portal-document.js';
import type { PortalContent } from '../../portal/portal-route.js';
import {
  backOf,
  redirect,
  refused,
  type SectionOutcome,
  type SectionRoute,
  type SectionVisit,
  type TextOf,
} from './section.js';

/** How something is removed, and what the person reads. */
export interface Removal<Texts, Services extends keyof Stepward, Code extends Refused['code']> {
  readonly path: `/security/remove/${string}`;
  readonly question: TextOf<Texts>;
  readonly hint: TextOf<Texts>;
  readonly done: TextOf<Texts>;
  readonly remove: (
    visit: SectionVisit<Texts, Services>,
  ) => Promise<Result<unknown, Refused & { readonly code: Code }>>;
  readonly refusals: Readonly<Record<Code, TextOf<Texts>>>;
}

/** The page that asks before something is removed. */
export function removalRoute<Texts, Services extends keyof Stepward, Code extends Refused['code']>(
  removal: Removal<Texts, Services, Code>,
): SectionRoute<Texts, Services> {
  return {
    path: removal.path,
    show: (visit) => removalForm(visit, removal),
    actions: { remove: (visit) => carryOut(visit, removal) },
  };
}

async function carryOut<Texts, Services extends keyof Stepward, Code extends Refused['code']>(
  visit: SectionVisit<Texts, Services>,
  { remove, refusals, done }: Removal<Texts, Services, Code>,
): Promise<SectionOutcome<Texts>> {
  const removed = await remove(visit);
  if (removed.isErr()) return refused(removed.error, refusals);
  return redirect('/security', { text: done });
}

function removalForm<Texts>(
  visit: SectionVisit<Texts>,
  { path, question, hint }: Pick<Removal<Texts, never, never>, 'path' | 'question' | 'hint'>,
): PortalContent {
  const { chosen, csrf, href } = visit;
  const { texts } = chosen;
  const form = { action: href(path), csrf, act: 'remove', label: texts.remove };
  const body = <Confirm text={String(texts[hint])} {...form} />;
  return { title: String(texts[question]), back: backOf(visit), alert: null, body };
}
