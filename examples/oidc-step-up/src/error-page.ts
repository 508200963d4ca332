import type { ErrorRequestHandler } from 'express';
import { html, page } from './html.js';

/** Logs an error and shows a page that says nothing of it. Express itself shows the stack, unless NODE_ENV is production. */
export const errorPage: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const status = statusOf(error);
  if (status === 500) console.error(error);
  const body = html`<p>Go back to where you came from, and begin again.</p>`;
  response.status(status).send(page('Something went wrong', body));
};

/** Errors about the request have a status, such as those of oidc-provider for an interaction that has ended. */
function statusOf(error: unknown): number {
  const { status } = (error ?? {}) as { readonly status?: unknown };
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}
