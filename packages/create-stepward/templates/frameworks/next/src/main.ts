/** The worker and Next.js in development. In production they are two processes: `npm run worker` and `npm start`. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import './worker.js';

const program = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
const args = [program, 'dev', '--hostname', '127.0.0.1'];
const next = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void next.kill());
next.once('exit', (code) => {
  // After a signal, the worker ends by itself.
  if (!next.killed) process.exit(code ?? 1);
});
