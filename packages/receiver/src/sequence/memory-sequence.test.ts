import { describe, it } from 'vitest';
import { sequenceContract } from '../../test/sequence-contract.js';
import { memorySequence } from './memory-sequence.js';

describe('in memory', () => {
  it.each(sequenceContract)('$name', ({ run }) => run(memorySequence()));
});
