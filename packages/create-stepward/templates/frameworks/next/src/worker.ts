/** Creates the tables, and delivers webhooks: a process beside Next.js, which starts first. */
import { createTables } from './notes.js';
import { start, stop } from './stepward.js';

await start();
await createTables();
if (process.env['NODE_ENV'] !== 'production') {
  const { addExampleData } = await import('./example-data.js');
  await addExampleData();
}
console.log('the worker delivers webhooks');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop().catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  });
}
