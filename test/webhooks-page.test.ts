import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { codeBlocks, readPage, root } from './docs/pages.js';

it('the page on receiving webhooks delivers to a receiver on 127.0.0.1 as it shows', async () => {
  const [program = ''] = codeBlocks(readPage('docs/receiving-webhooks.md'), 'js');
  const folder = join(root, 'node_modules/.cache/stepward');
  const file = join(folder, `webhooks-page-${randomBytes(4).toString('hex')}.mjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, program);
  try {
    const flags = ['--conditions=@stepward/source', '--import', 'tsx'];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...flags, file]);
    expect(stdout).toBe('usr_1 was deleted at 2026-01-10T12:00:00.000Z\n');
    expect(stderr).toBe('');
  } finally {
    rmSync(file);
  }
});
