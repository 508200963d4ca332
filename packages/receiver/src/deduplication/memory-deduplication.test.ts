import { describe, it } from 'vitest';
import { deduplicationContract, runCase } from '../../test/deduplication-contract.js';
import { memoryDeduplication } from './memory-deduplication.js';

describe('in memory', () => {
  it.each(deduplicationContract)('$name', (each) =>
    runCase(each, (clock) => memoryDeduplication({ clock })),
  );
});
