import { isFunction, isObject, required } from '@stepward/core/adapter';
import type { HttpResponse, RequestHead } from '@stepward/http';
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  createTextChooser,
  type ChosenTexts,
  type ChooseTexts,
  type ShippedTexts,
  type TextChanges,
} from '../texts/choose-texts.js';
import type { Language } from '../texts/language.js';
import { checkBrand, type Brand } from './brand.js';
import { renderPage } from './document.js';
import { securityHeaders } from './security-headers.js';

/** How the pages look, for all tenants or by tenant. */
export type BrandOption = Brand | ((tenantId: string | null) => Brand | Promise<Brand>);

/** The renderer looks closer. */
export const brandRule = required(
  'a brand: { name }, or a function',
  (value) => isObject(value) || isFunction(value),
);

/** Whom a page is for. */
export interface Reader {
  /** Null where it is not known. */
  readonly tenantId: string | null;
  /** BCP 47 tag; null for the browser's language. */
  readonly locale: string | null;
}

/** What every page is drawn with. */
export interface PageFrame<Of extends Language> {
  readonly chosen: ChosenTexts<Of>;
  readonly brand: Brand;
}

/** The status of a page, its further headers, and the origins that its forms lead to. */
export interface PageStatus {
  readonly status: number;
  readonly headers?: HttpResponse['headers'];
  readonly formOrigins?: readonly string[];
}

/** Draws pages in the language of the reader and the brand of the tenant, with the headers of every page. */
export interface Renderer<Of extends Language> {
  readonly chooseTexts: ChooseTexts<Of>;
  frame(request: RequestHead, reader: Reader): Promise<PageFrame<Of>>;
  page(frame: PageFrame<Of>, how: PageStatus, page: JSX.Element): Promise<HttpResponse>;
}

/** @throws TypeError where a text or the brand is wrong. */
export function createRenderer<Of extends Language>(
  factory: string,
  shipped: ShippedTexts<Of>,
  { brand, texts = {} }: { readonly brand: BrandOption; readonly texts?: TextChanges<Of> },
): Renderer<Of> {
  const chooseTexts = createTextChooser(factory, shipped, texts);
  if (typeof brand !== 'function') checkBrand(factory, brand);

  async function brandOf(tenantId: string | null): Promise<Brand> {
    if (typeof brand !== 'function') return brand;
    const found = await brand(tenantId);
    checkBrand(factory, found);
    return found;
  }

  return {
    chooseTexts,
    async frame({ headers }, { tenantId, locale }) {
      return { chosen: chooseTexts(headers, locale), brand: await brandOf(tenantId) };
    },
    async page({ chosen, brand: { logoUrl } }, { status, headers, formOrigins = [] }, page) {
      const own = securityHeaders({ logoUrl, formOrigins });
      return {
        status,
        headers: { ...own, 'content-language': chosen.locale, ...headers },
        body: await renderPage(page),
      };
    },
  };
}
