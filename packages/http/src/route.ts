import type { AccountCaller } from '@stepward/core';
import type { z } from 'zod';
import type { Refusal } from './refusal.js';
import type { Reply } from './reply.js';

/** The scopes of the Account API; asked for only where the host switches that on. */
export type AccountScope = 'account.mfa:write' | 'account.phone:write';

/** One operation: a row of the route table. */
export interface Route<Body = unknown> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the mount point, for example `/v1/account/mfa`. */
  readonly path: string;
  /** The scope that the token needs; null for none. */
  readonly scope: AccountScope | null;
  /** The shape of the body; null where there is none, and then whatever was sent is never read. */
  readonly body: z.ZodType<Body> | null;
  serve(caller: AccountCaller, body: Body): Promise<Reply | Refusal>;
}

/** A row whose handler takes exactly what the row's schema gives. */
export function defineRoute<Body>(route: Route<Body>): Route {
  return route;
}
