import type { HttpApi } from '@stepward/http';
import { createFetchHandler } from '@stepward/http';
import { csrfOf, readAnswer, type PageAnswer } from './page-answer.js';

export const ORIGIN = 'https://app.example.com';

/** Opens pages and sends their forms as a browser does, with a cookie jar. */
/** @param prefix the path that the page is mounted below; none by default */
export function createPortalBrowser(page: HttpApi, prefix?: string) {
  const handle = createFetchHandler(page, {
    clientAddress: () => '192.0.2.1',
    ...(prefix !== undefined && { prefix }),
  });
  const cookies = new Map<string, string>();

  async function request(url: string, init: RequestInit = {}): Promise<PageAnswer> {
    const headers = new Headers(init.headers);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await handle(new Request(new URL(url, ORIGIN), { ...init, headers }));
    const set = response.headers.get('set-cookie');
    if (set !== null) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return readAnswer(response);
  }

  const open = (url: string, headers: Record<string, string> = {}) => request(url, { headers });

  /** Sends a form of a page that was opened, without looking at where it leads. */
  const post = (
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ) =>
    request(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers },
    });

  /** Opens a page and sends a form of it. */
  async function submit(
    url: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    return post(url, { csrf: csrfOf(await open(url)), ...fields }, headers);
  }

  /** Sends a form and follows its redirect. */
  async function follow(
    url: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<PageAnswer> {
    const answer = await submit(url, fields);
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${String(answer.status)}: no redirect: ${textOf(answer.html)}`);
    return open(location);
  }

  return { request, open, post, submit, follow, cookies };
}

/** What a person reads: the page without its tags. */
export function textOf(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
