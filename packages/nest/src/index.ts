/** `stepward-module.ts` is what an application imports, `guards.ts` protects its own routes, `server.ts` knows its platform. */
export { RequireAssurance, RequireGrant, StepwardUser, type RouteAssurance } from './guards.js';
export {
  InjectStepward,
  StepwardModule,
  type AsyncStepwardModuleOptions,
} from './stepward-module.js';
export type { StepwardModuleOptions, StepwardMount } from './stepward-module-options.js';
