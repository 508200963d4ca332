export async function POST(request: Request): Promise<Response> {
  // Not at the top: `next build` loads this file as well, and has no keys and no database.
  const { createNote } = await import('../../notes');
  const { text } = (await request.json()) as { text: string };
  return Response.json(await createNote(text), { status: 201 });
}
