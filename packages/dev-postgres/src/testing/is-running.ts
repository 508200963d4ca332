import { processState } from './process-state.js';

/**
 * Whether a process is alive. One that ended and waits for its parent to notice (a zombie) is not.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is running and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return processState(pid)?.state !== 'Z';
}
