import { createTables } from './notes.js';
import { serve } from './server.js';
import { start, stop } from './stepward.js';

const port = Number(process.env['PORT'] ?? 3000);
await start();
await createTables();
if (process.env['NODE_ENV'] !== 'production') {
  const { addExampleData } = await import('./example-data.js');
  await addExampleData();
}
const close = await serve(port);
console.log(`ready on http://127.0.0.1:${String(port)}`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    close()
      .then(stop)
      .catch((error: unknown) => {
        console.error(error);
        process.exit(1);
      });
  });
}
