export { describeHost } from './host-contract.js';
export { startHost } from './host-process.js';
