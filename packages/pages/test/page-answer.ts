import { expect } from 'vitest';

/** An answer as a browser gets it. */
export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export async function readAnswer(response: Response): Promise<PageAnswer> {
  const { status, headers } = response;
  return { status, headers, html: await response.text() };
}

/** The token of a page's forms. */
export function csrfOf({ html }: Pick<PageAnswer, 'html'>): string {
  return /name="csrf" value="([^"]*)"/.exec(html)?.[1] ?? '';
}

/** A page with this heading and all headers, and never a redirect. */
export function expectMessage(answer: PageAnswer, status: number, heading: string): void {
  expect(answer.status).toBe(status);
  expect(answer.html).toContain(`<h1>${heading}</h1>`);
  expect(answer.headers.get('location')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(answer.headers.get('cache-control')).toBe('no-store');
}
