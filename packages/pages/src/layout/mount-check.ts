import type { Logger } from '@stepward/core';
import { isObject } from '@stepward/core/adapter';
import type { RequestHead } from '@stepward/http';

/**
 * Returns a check that warns once where `publicUrl` lacks the path that the page is mounted below. Its style, links
 * and forms would be looked for elsewhere. A proxy may add to that path, so a longer one is no mistake.
 *
 * @param page the path of the page, which names it in the log
 * @param publicPath the path of `publicUrl`; empty for none
 */
export function createMountCheck(
  page: string,
  publicPath: () => string,
  logger: Pick<Logger, 'warn'>,
): (request: RequestHead) => void {
  let isReported = false;
  return (request) => {
    if (isReported) return;
    const mountPath = mountPathOf(request);
    const path = publicPath();
    // Express compares paths without regard to case.
    if (mountPath === null || path.toLowerCase().endsWith(mountPath.toLowerCase())) return;
    isReported = true;
    const fields = { page, mountPath, publicUrlPath: path };
    logger.warn(fields, 'publicUrl must end with the path that the page is mounted below');
  };
}

/**
 * The path that the page is mounted below, from the framework's request: Express and Fastify keep the whole path in
 * `originalUrl`, the Fetch API in `url`. Null where neither ends with the path of the page.
 */
function mountPathOf({ original, path }: RequestHead): string | null {
  if (!isObject(original)) return null;
  const { originalUrl, url } = original as Readonly<Record<'originalUrl' | 'url', unknown>>;
  const whole = typeof originalUrl === 'string' ? originalUrl : url;
  const [, wholePath = ''] = typeof whole === 'string' ? (PATH.exec(whole) ?? []) : [];
  return wholePath.endsWith(path) ? wholePath.slice(0, -path.length) : null;
}

/** The path of a URL, which may be absolute (RFC 9112 section 3.2.2). */
const PATH = /^(?:https?:\/\/[^/?#]*)?([^?#]*)/i;
