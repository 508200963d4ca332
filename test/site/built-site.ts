import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/workspaces.js';

/** The folder that `npm run docs:build` writes. */
export const site = join(root, 'site/dist');

/** Builds the site. Rejects where the build fails, which it does for a link to a page that does not exist. */
export async function buildSite(): Promise<void> {
  const options = { cwd: root, shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 };
  await promisify(execFile)('npm', ['run', 'docs:build'], options);
}

export const readBuilt = (path: string) => readFileSync(join(site, path), 'utf8');

export interface SiteServer {
  readonly url: string;
  /** Bytes of all bodies since the last call, compressed as they were sent; without headers. */
  takeSentBytes(): number;
  close(): Promise<void>;
}

/** Serves the built site on loopback, as a static host does: files by their paths, compressed with gzip. */
export async function serveSite(): Promise<SiteServer> {
  let sentBytes = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    readFile(join(site, decodeURIComponent(path))).then(
      (content) => {
        const body = gzipSync(content);
        sentBytes += body.byteLength;
        response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream');
        response.setHeader('content-encoding', 'gzip');
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    takeSentBytes() {
      const sent = sentBytes;
      sentBytes = 0;
      return sent;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
