/** Next.js calls it once for each server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const [{ start }, { addExampleData }] = await Promise.all([
    import('./stepward'),
    import('./example-data'),
  ]);
  await start();
  await addExampleData();
}
