export { baseUrlOf } from './base-url.js';
export { curlLines, policyLine } from './curl-lines.js';
export { startDemo, type Demo } from './demo.js';
export { requireDemoOptions, type DemoOptions } from './demo-options.js';
export { pathInvalid, pathUnknown, requestFailed, type HostProblem } from './host-problems.js';
export { createReadyReport, printReady, type ReadyReport } from './ready-report.js';
export { runUntilStopped } from './run-until-stopped.js';
export type { DemoRoute } from './demo-route.js';
export { demoRoutes } from './demo-routes.js';
