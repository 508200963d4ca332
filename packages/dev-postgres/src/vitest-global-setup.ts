import type { TestProject } from 'vitest/node';
import { prepareTemplate } from './prepare-template.js';
import type {} from './provided-postgres.js';
import { startPostgres } from './start-postgres.js';

/**
 * Vitest's `globalSetup`: one server and one template for the whole run, from which
 * `testDatabase()` copies.
 *
 * @returns what ends both again
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  try {
    const template = await prepareTemplate(server);
    const { url, adminUrl } = server;
    if (adminUrl === null) {
      console.warn('ADMIN_DATABASE_URL is not set: the tests that need a superuser are skipped.');
    }
    project.provide('stepwardPostgres', { url, adminUrl, template: template.name });
    return async () => {
      try {
        await template.drop();
      } finally {
        await server.stop();
      }
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
