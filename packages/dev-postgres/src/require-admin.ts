/**
 * Returns the address of the superuser, or skips the running test where the server has none to offer.
 *
 * @throws outside of a test, where nothing can be skipped
 */
export async function requireAdmin(adminUrl: string | null): Promise<string> {
  if (adminUrl !== null) return adminUrl;
  const { TestRunner } = await import('vitest');
  TestRunner.getCurrentTest()?.context.skip('it needs ADMIN_DATABASE_URL');
  throw new Error('ADMIN_DATABASE_URL is not set');
}
