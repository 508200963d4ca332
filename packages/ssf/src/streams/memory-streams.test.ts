import { streamStorageContract } from '../../test/stream-storage-contract.js';
import { createMemoryStreams } from './memory-streams.js';

streamStorageContract(async () => createMemoryStreams());
