import { routes } from '#routes';

const handle = async (request: Request) => (await routes()).api(request);

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT };
