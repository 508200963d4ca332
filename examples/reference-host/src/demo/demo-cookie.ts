import type { HttpRequest } from '@stepward/http';

const NAME = 'demo_session';

/** The cookie of a session: what the demo's sign-in sets in place of a real one. */
export function sessionCookie(sessionId: string): string {
  return `${NAME}=${encodeURIComponent(sessionId)}; Path=/; HttpOnly; SameSite=Lax`;
}

/** The session that a request's cookie names; null for none. */
export function readSessionCookie({ headers }: Pick<HttpRequest, 'headers'>): string | null {
  const cookies = (headers['cookie'] ?? []).flatMap((line) => line.split(/; */));
  const value = cookies.find((one) => one.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  try {
    return value === undefined ? null : decodeURIComponent(value);
  } catch {
    return null;
  }
}
