export { appCode } from './authenticator-app.js';
export {
  createTestStepward,
  type RecordedEvent,
  type TestStepward,
  type TestStepwardOptions,
} from './create-test-stepward.js';
export {
  destinationContract,
  type DestinationContractCase,
  type DestinationPlace,
  type TakenDelivery,
  type TestedDestination,
  type TestedRequest,
} from './destination-contract.js';
export {
  sinkContract,
  type SinkContractCase,
  type SinkPlace,
  type TakenEvent,
} from './sink-contract.js';
export { createFixedClock, type FixedClock } from './fixed-clock.js';
export { listWaiting, type Waiting } from './list-waiting.js';
export {
  createMemoryStorage,
  type MemoryStorage,
  type MemoryStorageOptions,
} from './memory-storage.js';
export { createRecordingLogger, type LogLine, type RecordingLogger } from './recording-logger.js';
export {
  createRecordingSmsSender,
  type RecordedSms,
  type RecordingSmsSender,
  type SmsBehaviour,
} from './recording-sms-sender.js';
export { quickStretch } from './quick-stretch.js';
export { createTestWorker, type TestWorker } from './test-worker.js';
export { createSeededRandom } from './seeded-random.js';
