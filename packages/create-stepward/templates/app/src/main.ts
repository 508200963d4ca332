import { addExampleData } from './example-data.js';
import { serve } from './server.js';
import { start, stop } from './stepward.js';

const port = Number(process.env['PORT'] ?? 3000);
await start();
await addExampleData();
const close = await serve(port);
console.log(`ready on http://127.0.0.1:${String(port)}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void close().then(stop);
  });
}
