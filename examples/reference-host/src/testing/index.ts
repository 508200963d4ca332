export { describeHost } from './host-contract.js';
export { startHost } from './host-process.js';
export { runCurlLines } from './run-curl-lines.js';
