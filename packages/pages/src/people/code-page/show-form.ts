import type { Stepward, WebAuthnOptions } from '@stepward/core';
import { isFactorName } from '@stepward/core/factors';
import type { HttpRequest, HttpResponse } from '@stepward/http';
import { PAGE_FACTORS, type PageFactorName } from '../factors/security-facts.js';
import type { CodePageServer, OpenedVerifyLink } from './code-page-server.js';
import type { PageRefusal } from './refusal-texts.js';
import type { VerifyLink } from './verify-link.js';

/** What a form led to that the page shows. */
interface Shown {
  /** Null where nothing was refused. */
  readonly refusal: PageRefusal | null;
  /** What the browser is asked; null for nothing. */
  readonly options: WebAuthnOptions | null;
}

const NOTHING: Shown = { refusal: null, options: null };

/** The page with the form. */
export async function showForm(
  { stepward, addressOf, answers }: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
  shown = NOTHING,
): Promise<HttpResponse> {
  const { linkId, content } = link;
  const showing = async (factor: PageFactorName) => ({
    factor,
    address: await addressOf({ ...link, content: { ...content, factor } }),
  });
  const otherFactors = await findOtherFactors(stepward, content);
  const otherWays = await Promise.all(otherFactors.map(showing));
  const address = await addressOf(link);
  return answers.form(request, { link: content, linkId, address, otherWays, ...shown });
}

/** The page with the form, after a refusal. */
export async function showRefusal(
  server: CodePageServer,
  request: HttpRequest,
  link: OpenedVerifyLink,
  refusal: PageRefusal,
): Promise<HttpResponse> {
  return showForm(server, request, link, { refusal, options: null });
}

/** Finds the person's factors that the page can ask for in place of the link's: enrolled, and allowed by the policy. */
async function findOtherFactors(
  { accounts }: Pick<Stepward, 'accounts'>,
  { tenantId, identityId, organisationId, factor }: VerifyLink,
): Promise<readonly PageFactorName[]> {
  const found = await accounts.overview({ tenantId, identityId, organisationId });
  if (found.isErr()) return [];
  const { status, policy } = found.value;
  const usable = status.methods.filter((method) => policy.allowedFactors.includes(method));
  const replacesAny = organisationId === null || usable.length > 0;
  const isUsable = (name: PageFactorName): boolean =>
    isFactorName(name) ? usable.includes(name) : status.backupCodesRemaining > 0 && replacesAny;
  return PAGE_FACTORS.filter((name) => name !== factor && isUsable(name));
}
