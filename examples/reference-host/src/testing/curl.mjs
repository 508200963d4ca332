/** As much of curl as the demo's lines need: -s, -X, -H and -d. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    request: { type: 'string', short: 'X', default: 'GET' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});

const response = await fetch(positionals[0] ?? '', {
  method: values.request,
  headers: values.header.map((line) => line.split(/: */, 2)),
  body: values.data ?? null,
});
process.stdout.write(await response.text());
