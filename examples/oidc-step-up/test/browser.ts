/** A browser without JavaScript: it keeps cookies, follows redirects and submits forms. */
export interface Page {
  readonly url: string;
  /** The redirects before it, oldest first. */
  readonly redirects: readonly string[];
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Browser {
  open(url: string, method?: string): Promise<Page>;
  /** Submits the form of a page whose action ends with these characters, or that has a button of this value. */
  submit(page: Page, name: string, fields?: Readonly<Record<string, string>>): Promise<Page>;
}

/** @param cookies those that it has, by name. */
export function createBrowser(cookies = new Map<string, string>()): Browser {
  async function load(
    url: string,
    init: RequestInit = {},
    redirects: readonly string[] = [],
  ): Promise<Page> {
    // Cookies do not tell ports apart (RFC 6265 section 8.5), so the servers use different names.
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) return load(new URL(location, url).href, {}, [...redirects, location]);
    const { status, headers } = response;
    return { url, redirects, status, headers, text: await response.text() };
  }

  return {
    open: (url, method = 'GET') => load(url, { method }),
    submit(page, name, fields = {}) {
      const forms = [...page.text.matchAll(/<form[^]*?<\/form>/g)].map(([form]) => form);
      const form = forms.find(
        (each) => attributeOf(each, 'action').endsWith(name) || each.includes(`value="${name}"`),
      );
      if (form === undefined) throw new Error(`no form ${name} at ${page.url}: ${page.text}`);
      const url = new URL(attributeOf(form, 'action'), page.url).href;
      if (attributeOf(form, 'method') !== 'post') return load(url);
      const body = new URLSearchParams({ ...fields, do: name });
      for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
        body.set(attributeOf(input, 'name'), attributeOf(input, 'value'));
      }
      return load(url, { method: 'post', body });
    },
  };
}

function attributeOf(markup: string, name: string): string {
  const value = new RegExp(` ${name}="([^"]*)"`).exec(markup)?.[1] ?? '';
  return value.replaceAll('&amp;', '&');
}
