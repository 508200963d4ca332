import { createFetchHandler } from '@stepward/http';
import { api } from '../../../stepward';

const handle = createFetchHandler(api);

export const GET = handle;
export const POST = handle;
export const PUT = handle;
export const PATCH = handle;
export const DELETE = handle;
