export { createFixedClock, type FixedClock } from './fixed-clock.js';
export { createMemoryStorage } from './memory-storage.js';
export {
  createRecordingSmsSender,
  type RecordedSms,
  type RecordingSmsSender,
  type SmsBehaviour,
} from './recording-sms-sender.js';
export { createSeededRandom } from './seeded-random.js';
