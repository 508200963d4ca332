import { createDemoStepward, demoTokens } from '@stepward/demo-identity';
import { createRoutes } from '#create-routes';

let started: Promise<ReturnType<typeof createRoutes>> | undefined;

/** The handlers of this process, made by the first request: `next build` loads the routes as well, and has no database. */
export const routes = () => (started ??= start());

async function start() {
  return createRoutes({ stepward: await createDemoStepward(), accessTokens: demoTokens });
}
