import { createFetchHandler } from '@stepward/http';

let loaded: ReturnType<typeof load> | undefined;

/** Loads Stepward with the first request: `next build` loads this file as well, and has no keys and no database. */
async function handle(request: Request): Promise<Response> {
  loaded ??= load();
  return (await loaded)(request);
}

async function load() {
  const { api } = await import('../../../stepward');
  return createFetchHandler(api);
}

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
