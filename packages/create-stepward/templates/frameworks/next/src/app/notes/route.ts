import { createNote } from '../../notes';

export async function POST(request: Request): Promise<Response> {
  const { text } = (await request.json()) as { text: string };
  return Response.json(await createNote(text), { status: 201 });
}
