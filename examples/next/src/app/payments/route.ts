import { routes } from '#routes';

export const POST = async (request: Request) => (await routes()).pay(request);
