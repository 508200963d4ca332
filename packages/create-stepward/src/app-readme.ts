import type { App } from './choices.js';

const DOCS = 'https://github.com/stepward/stepward/blob/main/docs';

/** The app's README: how to run it, and what to replace. */
export function appReadme({ name, framework, provider }: App): string {
  const account =
    provider === 'console'
      ? ''
      : `\n\`src/sms-sender.ts\` prints messages until the variables of your account are set: [${provider}](${DOCS}/sms-providers.md).\n`;
  const isNext = framework === 'next';
  const production = isNext
    ? 'After `npm run build`, start `npm run worker`, which creates the tables and delivers webhooks, and `npm start` beside it.'
    : 'Then `npm start` starts the service, without example data.';
  return `# ${name}

\`\`\`sh
npm install
npm run dev
\`\`\`

starts the service on http://127.0.0.1:3000 with a Postgres of its own, which ends with it. \`DATABASE_URL\` uses yours instead.

Enrol ada's phone. The first command prints the code where the service runs; put it into the second one:

\`\`\`sh
curl -X POST http://127.0.0.1:3000/v1/account/mfa/sms -H 'Authorization: Bearer token-of-ada'
curl -X PUT http://127.0.0.1:3000/v1/account/mfa/sms -H 'Authorization: Bearer token-of-ada' -H 'Content-Type: application/json' -d '{"code":"123456"}'
\`\`\`

Write a note. Its event commits with it, and a webhook delivers it: the service prints \`received note.created\`.

\`\`\`sh
curl -X POST http://127.0.0.1:3000/notes -H 'Content-Type: application/json' -d '{"text":"Buy milk"}'
\`\`\`

\`npm test\` tests without a database. In production set \`DATABASE_URL\`, \`CODE_KEY\` and \`WEBHOOK_KEY\` (32 random bytes in base64 each, to be
kept), and \`NODE_ENV=production\`.
${production}
${account}
Replace \`src/sessions.ts\` by your own sessions. Delete \`src/example-data.ts\`, and in \`src/${isNext ? 'worker' : 'main'}.ts\` the \`if\` that imports it.
Then read on:
[embedding](${DOCS}/embedding.md), [sign-in](${DOCS}/sign-in.md), [webhooks](${DOCS}/webhooks.md).
`;
}
