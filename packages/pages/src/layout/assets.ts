import { createHash } from 'node:crypto';
import type { HttpResponse } from '@stepward/http';
import { ACCENT, ACCENT_DARK, textColourOn, type Brand } from './brand.js';
import { SCRIPT } from './script.js';
import { STYLE } from './style.js';
import { WEBAUTHN_SCRIPT } from './webauthn-script.js';

/** The paths of the style and the scripts below the mount point. */
export const ASSET_PATHS = [
  '/sms-verify/page.css',
  '/sms-verify/page.js',
  '/sms-verify/webauthn.js',
] as const;

/** Returns a version that changes with the content. */
function versionOf(content: string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 8);
}

/** The script's address, relative to the page. */
export const scriptAddress = `sms-verify/page.js?v=${versionOf(SCRIPT)}`;

/** The version of the script that asks for passkeys and security keys. */
export const webAuthnScriptVersion = versionOf(WEBAUTHN_SCRIPT);

/** The style's address for a brand, relative to the page. */
export function styleAddress(brand: Brand): string {
  return `sms-verify/page.css?${styleQuery(brand, STYLE)}`;
}

/** The query of a style's address. It has the brand's colours, so no tenant is looked up. */
export function styleQuery(
  { accent = ACCENT, accentDark = ACCENT_DARK }: Brand,
  style: string,
): string {
  const colours = new URLSearchParams({ light: accent.slice(1), dark: accentDark.slice(1) });
  return `${colours.toString()}&v=${versionOf(style)}`;
}

/** Answers a request for the style or a script; null for other paths. */
export function serveAsset(path: string, query: string): HttpResponse | null {
  switch (path) {
    case ASSET_PATHS[0]:
      return serveStyle(query, STYLE);
    case ASSET_PATHS[1]:
      return serveScript(query, SCRIPT);
    case ASSET_PATHS[2]:
      return serveScript(query, WEBAUTHN_SCRIPT);
    default:
      return null;
  }
}

/** Whether the address that was asked for contains the version of what is served. */
function isCurrent(query: string, content: string): boolean {
  return new URLSearchParams(query).get('v') === versionOf(content);
}

/** Under the address of another version nothing is cached: no old content stays under a new address. */
function asset(contentType: string, body: string, isKept: boolean): HttpResponse {
  const headers = {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': isKept ? 'public, max-age=31536000, immutable' : 'no-store',
  };
  return { status: 200, headers, body };
}

/** Answers a request for a script. */
export function serveScript(query: string, script: string): HttpResponse {
  return asset('text/javascript; charset=utf-8', script, isCurrent(query, script));
}

/** Answers a request for a style with the colours that its query names. */
export function serveStyle(query: string, style: string): HttpResponse {
  const wanted = new URLSearchParams(query);
  const light = colours(colourFrom(wanted.get('light'), ACCENT));
  const dark = colours(colourFrom(wanted.get('dark'), ACCENT_DARK));
  const root = `:root{${light}}@media(prefers-color-scheme:dark){:root{${dark}}}`;
  return asset('text/css; charset=utf-8', root + style, isCurrent(query, style));
}

function colours(accent: string): string {
  return `--accent:${accent};--on-accent:${textColourOn(accent)}`;
}

/** Any caller can ask for any colour, and only for a colour. */
function colourFrom(digits: string | null, otherwise: string): string {
  return digits !== null && /^[0-9a-f]{6}$/i.test(digits) ? `#${digits}` : otherwise;
}
