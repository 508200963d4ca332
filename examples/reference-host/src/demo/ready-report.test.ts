import { expect, it } from 'vitest';
import { printReady, type ReadyReport } from './ready-report.js';

const user = { identity_id: 'ada', access_token: 'a.token', session_id: 'session-1' };
const REPORT: ReadyReport = {
  base_url: 'http://127.0.0.1:3000',
  service_secret: 'a service secret',
  tenants: [
    {
      tenant_id: 'acme',
      management_key: 'a key',
      read_only_key: 'a key for reading',
      users: { ada: user },
      organisations: [],
    },
  ],
};

/** The lines that the demo prints. */
function printedTo(isTTY: boolean, environment: NodeJS.ProcessEnv = {}): readonly string[] {
  let text = '';
  const write = (part: string | Uint8Array): boolean => {
    text += String(part);
    return true;
  };
  printReady(REPORT, environment, { isTTY, write });
  return text.trimEnd().split('\n');
}

it('a terminal gets the addresses, the lines to paste, and no line of JSON', () => {
  const lines = printedTo(true);
  expect(lines).toContain("Stepward's demo listens on http://127.0.0.1:3000");
  expect(lines).toContain('TOKEN=a.token');
  expect(lines).toContain('KEY=a key');
  expect(lines.at(-1)).toMatch(/^Ready\. .*READY=json/);
  expect(lines.join('')).not.toContain('a service secret');
});

it.each([
  ['an output that is no terminal', false, {}],
  ['a terminal, with READY=json', true, { READY: 'json' }],
])('%s gets the report as the last line', (_, isTTY, environment) => {
  const last = printedTo(isTTY, environment).at(-1) ?? '';
  expect(JSON.parse(last.slice('ready '.length))).toEqual(REPORT);
});
