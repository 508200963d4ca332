export { describeHost } from './host-contract.js';
