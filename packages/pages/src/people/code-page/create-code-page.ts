import { err, ok, type OperationInvalid, type Result } from '@stepward/core';
import { readOperation, SMS_VERIFY_PAGE } from '@stepward/core/factors';
import type { HttpApi } from '@stepward/http';
import { ASSET_PATHS, serveAsset } from '../../layout/assets.js';
import { checkReturnTo, type ReturnToRefused } from '../../links/return-address.js';
import { checkCodePageOptions, isOrigins, type CodePageOptions } from './code-page-options.js';
import { createCodePageServer, type CodePageServer } from './code-page-server.js';
import { serveCodePage } from './serve-code-page.js';
import type { VerifyLink, VerifyLinkRequest } from './verify-link.js';

/** The page for codes. Mount it as the API is mounted: `app.use(stepwardExpress(codePage))`. */
export interface CodePage extends HttpApi {
  /**
   * Makes the address of the page for one session. It works once, and for `linkLifetimeMs`. Send the browser there,
   * and no one else: who has the address can ask for messages to the person's phone.
   *
   * Refused with `return_to_refused` if the return address is neither a path nor of a listed origin, and with
   * `operation_invalid` if the operation is not valid, or the address with it is longer than 7 KiB. The address has the
   * operation in it, encrypted: four characters for three bytes of its JSON in UTF-8.
   */
  createVerifyLink(
    request: VerifyLinkRequest,
  ): Promise<Result<string, ReturnToRefused | OperationInvalid>>;
}

/**
 * Builds the page `/sms-verify`, which asks for a code of the factor that was chosen, and offers the person's other
 * ones. GET never sends a message. The page keeps no session: `onVerified` marks the host's.
 *
 * @example
 * const codePage = createCodePage({
 *   stepward,
 *   keys: createKeyRing({ active: { id: 'links-1', secret: process.env.LINK_KEY ?? '' } }),
 *   publicUrl: 'https://login.example.com',
 *   brand: { name: 'Example' },
 *   isSessionActive: ({ sessionId, identityId }, request) => sessions.isCurrent(request, sessionId, identityId),
 *   onVerified: ({ assurance, amr }, owner, request) => sessions.raise(request, assurance, amr),
 * });
 * app.use(stepwardExpress(codePage));
 *
 * @throws TypeError that names the option that is missing, misspelt or wrong.
 */
export function createCodePage(options: CodePageOptions): CodePage {
  checkCodePageOptions(options);
  const server = createCodePageServer(options);
  return {
    paths: [SMS_VERIFY_PAGE, ...ASSET_PATHS],
    async handle(request) {
      const answer =
        request.path === SMS_VERIFY_PAGE
          ? await serveCodePage(server, request)
          : serveAsset(request.path, request.query);
      if (answer === null) return null;
      return request.method === 'HEAD' ? { ...answer, body: null } : answer;
    },
    createVerifyLink: (request) => createVerifyLink(server, request),
  };
}

async function createVerifyLink(
  server: CodePageServer,
  { returnTo = '/', ...request }: VerifyLinkRequest,
): Promise<Result<string, ReturnToRefused | OperationInvalid>> {
  if (!isOrigins(request.redirectOrigins ?? [])) {
    throw new TypeError('createVerifyLink: redirectOrigins must be a list of origins');
  }
  if (typeof returnTo !== 'string') {
    throw new TypeError('createVerifyLink: returnTo must be a path or an address');
  }
  const checked = checkReturnTo(returnTo, server.ownOrigin(), server.returnOrigins);
  if (checked.isErr()) return err(checked.error);
  const { operation = null } = request;
  const approved = operation === null ? ok(null) : readOperation(operation);
  if (approved.isErr()) return err(approved.error);
  const content = linkContent(request, checked.value, server.clock.now().getTime());
  const address = await server.addressOf(server.codec.create(content, server.linkLifetimeMs));
  if (operation === null || address.length <= MAX_ADDRESS) return ok(address);
  const limit = `a link of at most ${String(MAX_ADDRESS)} characters`;
  const violation = { field: 'operation.data', rule: 'json', limit, value: null } as const;
  return err({ code: 'operation_invalid', violations: [violation] });
}

/** Characters of a link with an operation. Common proxies accept lines of 8 KiB, Node 16 KiB for all headers. */
const MAX_ADDRESS = 7 * 1024;

function linkContent(
  { sentTo = null, redirectOrigins = [], ...request }: Omit<VerifyLinkRequest, 'returnTo'>,
  returnTo: string,
  now: number,
): VerifyLink {
  const { tenantId, identityId, sessionId } = request;
  const { organisationId = null, factor = 'sms', operation = null, locale = null } = request;
  return {
    ...{ tenantId, identityId, sessionId, organisationId, factor, operation, locale },
    ...{ returnTo, redirectOrigins, sentTo },
    sentAt: sentTo === null ? null : now,
    isSentAgain: false,
  };
}
