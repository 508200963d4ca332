import { isTenantId } from '@stepward/core';
import {
  createAddressLimit,
  describeError,
  storageRefusal,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
} from '@stepward/http';
import type { SharedSignalsWiring } from '../shared-signals-options.js';
import { publicDocument, Refusal } from './answer.js';
import { authorise, type StreamScope } from './authorise.js';
import type { Call } from './call.js';
import { ENDPOINTS, transmitterConfiguration } from './metadata.js';
import { poll } from './operations/poll.js';
import { readStatus, updateStatus } from './operations/status.js';
import {
  createStream,
  deleteStream,
  readStreams,
  replaceStream,
  updateStream,
} from './operations/streams.js';
import { addSubject, removeSubject } from './operations/subjects.js';
import { verify } from './operations/verify.js';

type Serve = (wiring: SharedSignalsWiring, call: Call) => Promise<HttpResponse | Refusal>;
type Operations = Readonly<Record<string, readonly [StreamScope, Serve] | undefined>>;

/** The operations of each endpoint, by method, with the scope that they need. */
const OPERATIONS: Readonly<Record<string, Operations | undefined>> = {
  [ENDPOINTS.configuration]: {
    GET: ['ssf.read', readStreams],
    POST: ['ssf.manage', createStream],
    PATCH: ['ssf.manage', updateStream],
    PUT: ['ssf.manage', replaceStream],
    DELETE: ['ssf.manage', deleteStream],
  },
  [ENDPOINTS.status]: { GET: ['ssf.read', readStatus], POST: ['ssf.manage', updateStatus] },
  [ENDPOINTS.addSubject]: { POST: ['ssf.manage', addSubject] },
  [ENDPOINTS.removeSubject]: { POST: ['ssf.manage', removeSubject] },
  [ENDPOINTS.verification]: { POST: ['ssf.manage', verify] },
  [ENDPOINTS.poll]: { POST: ['ssf.read', poll] },
};

const WELL_KNOWN = '/.well-known/ssf-configuration';

/** A path that is known, with the ids in it. */
interface Match {
  readonly endpoint: string;
  readonly tenantId: string;
  readonly streamId: string;
}

/**
 * Returns what serves the transmitter's documents and the management API of streams. Paths begin with that of the issuer; a
 * tenant's metadata is at `/.well-known/ssf-configuration`, before that path (SSF 1.0, "Obtaining Transmitter Configuration
 * Metadata").
 */
export function createStreamApi(wiring: SharedSignalsWiring): HttpApi {
  const { logger, random, rateLimits, signer } = wiring;
  const base = new URL(wiring.issuer).pathname.replace(/\/$/, '');
  const limited = createAddressLimit('customer', rateLimits, logger);
  const patterns = [
    [WELL_KNOWN, `${WELL_KNOWN}${base}/:tenantId`],
    ...[ENDPOINTS.keys, ...Object.keys(OPERATIONS)].map((end) => [end, `${base}/:tenantId${end}`]),
  ].map(([endpoint = '', path = '']) => ({ endpoint, path, pattern: patternOf(path) }));

  function match(path: string): Match | null {
    for (const { endpoint, pattern } of patterns) {
      const { tenantId, streamId = '' } = pattern.exec(path)?.groups ?? {};
      if (isTenantId(tenantId)) return { endpoint, tenantId, streamId };
    }
    return null;
  }

  async function serve(
    request: HttpRequest,
    { endpoint, tenantId, streamId: pathStreamId }: Match,
  ): Promise<HttpResponse | Refusal> {
    if ((await limited(request)) !== null) {
      return new Refusal(429, 'Too many requests come from your address.', { 'retry-after': '60' });
    }
    const { method } = request;
    const issuer = wiring.issuerOf(tenantId);
    const operations = OPERATIONS[endpoint];
    if (operations === undefined) {
      if (method !== 'GET' && method !== 'HEAD') return wrongMethod(['GET', 'HEAD']);
      return endpoint === ENDPOINTS.keys
        ? publicDocument('application/jwk-set+json', signer.keySet)
        : publicDocument('application/json', transmitterConfiguration(issuer));
    }
    const operation = Object.hasOwn(operations, method) ? operations[method] : undefined;
    if (operation === undefined) return wrongMethod(Object.keys(operations));
    const [scope, run] = operation;
    const receiver = await authorise(wiring, request, tenantId, scope);
    if (receiver instanceof Refusal) return receiver;
    return run(wiring, { tenantId, receiver, issuer, request, pathStreamId });
  }

  return {
    paths: patterns.map(({ path }) => path),

    async handle(request) {
      const found = match(request.path);
      if (found === null) return null;
      try {
        const served = await serve(request, found);
        const response = served instanceof Refusal ? served.toResponse() : served;
        return request.method === 'HEAD' ? { ...response, body: null } : response;
      } catch (thrown) {
        if (storageRefusal(thrown) !== null) {
          const wait = { 'retry-after': '5' };
          return new Refusal(503, 'The service is busy.', wait).toResponse();
        }
        const requestId = random.uuid();
        const fields = { requestId, endpoint: found.endpoint, error: describeError(thrown) };
        logger.error(fields, 'request failed');
        return new Refusal(500, `The request failed: ${requestId}.`).toResponse();
      }
    },
  };
}

/** `/ssf/:tenantId/status` as a regular expression, with the ids as its groups. */
function patternOf(path: string): RegExp {
  const escaped = path.replaceAll('.', String.raw`\.`);
  return new RegExp(`^${escaped.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
}

function wrongMethod(methods: readonly string[]): Refusal {
  const allow = methods.join(', ');
  return new Refusal(405, `The methods here are ${allow}.`, { allow });
}
