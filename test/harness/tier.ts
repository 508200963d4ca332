/**
 * How much a run proves. `npm test` is `quick`: unit tests and one cell of the matrix of storages and frameworks.
 * `npm run test:all` is `full`: the whole matrix, and campaigns at their full size. `vitest.workspace.ts` decides.
 */
import { inject } from 'vitest';

export type Tier = 'quick' | 'full';

declare module 'vitest' {
  interface ProvidedContext {
    readonly tier: Tier;
  }
}

export const tier: Tier = inject('tier');
