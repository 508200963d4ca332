import { spawn } from 'node:child_process';

/** Next.js in development; `npm run build` and `npx next start` are for production. */
const next = spawn('npx', ['next', 'dev', '--hostname', '127.0.0.1'], { stdio: 'inherit' });
next.once('exit', (code) => process.exit(code ?? 0));
