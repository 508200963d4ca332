import { describeHost } from './testing/index.js';

describeHost('start');
