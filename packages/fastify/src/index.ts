export { stepwardFastify, type StepwardFastifyOptions } from './fastify-plugin.js';
