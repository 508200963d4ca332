export type { StorageContractCase } from './contract/contract-case.js';
export { createFixedClock, type FixedClock } from './fixed-clock.js';
export { createMemoryStorage } from './memory-storage.js';
export {
  createRecordingSmsSender,
  type RecordedSms,
  type RecordingSmsSender,
  type SmsBehaviour,
} from './recording-sms-sender.js';
export { createSeededRandom } from './seeded-random.js';
export { storageContract } from './storage-contract.js';
