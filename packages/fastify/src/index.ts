export { neutralRequest, stepwardFastify, type StepwardFastifyOptions } from './fastify-plugin.js';
export { requireAssurance, requireGrant, type AssuranceHook } from './require-assurance.js';
