import { isObject, isText, parseUrl } from '@stepward/core/adapter';

/** How the pages of one tenant look. */
export interface Brand {
  /** The application's name, shown above the form and in the title. */
  readonly name: string;
  /** An https address of a picture, shown instead of the name; at most 40 pixels high. None by default. */
  readonly logoUrl?: string;
  /** Colour of buttons and links on a light page: six hexadecimal digits after `#`. `#0b57d0` by default. */
  readonly accent?: string;
  /** The same on a dark page; `#a8c7fa` by default. */
  readonly accentDark?: string;
}

/** The default colours: 6.4 to 1 on white, and 9.7 to 1 on the dark page (WCAG 2.2 asks for 4.5). */
export const ACCENT = '#0b57d0';
export const ACCENT_DARK = '#a8c7fa';

const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * @param factory what an error starts with
 * @throws TypeError that names the field that is wrong.
 */
export function checkBrand(factory: string, brand: unknown): asserts brand is Brand {
  const { name, logoUrl, accent, accentDark } = (isObject(brand) ? brand : {}) as Partial<
    Record<keyof Brand, unknown>
  >;
  if (!isText(name)) throw new TypeError(`${factory}: brand.name must be a text`);
  if (logoUrl !== undefined && originOf(logoUrl) === null) {
    throw new TypeError(`${factory}: brand.logoUrl must be an https address`);
  }
  for (const [field, value] of Object.entries({ accent, accentDark })) {
    if (value === undefined || (typeof value === 'string' && COLOUR.test(value))) continue;
    throw new TypeError(
      `${factory}: brand.${field} must be a colour of six digits, such as #0b57d0`,
    );
  }
}

/** What may stand in a Content-Security-Policy: a host can contain `;` and `,` otherwise. */
const HOST = /^[a-z0-9.:[\]-]+$/;

/** The origin that a logo is loaded from; null where the address is not https. */
export function originOf(logoUrl: unknown): string | null {
  const url = typeof logoUrl === 'string' ? parseUrl(logoUrl) : null;
  return url?.protocol === 'https:' && HOST.test(url.host) ? url.origin : null;
}

/** Returns the text colour with the higher contrast on a colour (WCAG 2.2, "contrast ratio"). */
export function textColourOn(colour: string): '#000000' | '#ffffff' {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Both contrasts are equal at this luminance.
  return luminance > 0.179 ? '#000000' : '#ffffff';
}
