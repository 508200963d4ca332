import { writeFile } from 'node:fs/promises';
import { defineCommand, textOption } from '../command.js';
import { codeOf, Failure } from '../failures.js';

export const openapi = defineCommand({
  name: 'openapi',
  summary: 'Prints the OpenAPI document of the HTTP API, or the AsyncAPI document of its events',
  details: [
    'The OpenAPI document is what GET /v1/openapi.json answers, events included as webhooks.',
  ],
  options: {
    asyncapi: { type: 'flag', summary: 'print the AsyncAPI document of the events' },
    out: textOption('<file>', 'write it into this file instead'),
  },
  environment: {},
  examples: ['stepward openapi --out openapi.json', 'stepward openapi --asyncapi | jq .channels'],
  async run({ options, print }) {
    const { describeApi, describeEvents } = await import('@stepward/http/openapi');
    const document = options.asyncapi ? describeEvents() : describeApi();
    const text = JSON.stringify(document, null, 2);
    if (options.out === undefined) {
      await print(text, document);
      return 0;
    }
    await write(options.out, `${text}\n`);
    await print(`wrote ${options.out}`, { out: options.out });
    return 0;
  },
});

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new Failure('file_not_written', `cannot write ${file}: ${codeOf(error)}`, {
      cause: error,
    });
  }
}
