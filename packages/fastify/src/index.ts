export { stepwardFastify, type StepwardFastifyOptions } from './fastify-plugin.js';
export { requireAssurance, type AssuranceHook } from './require-assurance.js';
