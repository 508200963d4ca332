/** A request of any operation, with the ids of the records that it names. */
import type { HttpApi, HttpRequest } from '@stepward/http';
import { exampleBody } from '../../packages/http/test/worlds/example-body.js';
import type { AnyOperation } from '../../packages/http/src/operations/operation.js';
import { referencesOf, schemaOf, wordsOf, type Reference } from './references.js';
import type { Scene } from './scene.js';

/** What an operation answered. */
export interface Answer {
  readonly status: number;
  /** Null for a success. */
  readonly reason: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Headers that name the caller. */
export type Credential = Readonly<Record<string, string>>;

/** Which record a reference names. */
export type Naming = (reference: Reference) => string;

/** The records of a scene. */
export function recordsOf({ ids }: Scene, { id, path }: AnyOperation): Naming {
  return ({ kind, part, place }) => {
    const record = ids[kind];
    if (record !== undefined) return record;
    const where = part === 'path' ? path : `"${place.join('.')}" of the ${part}`;
    throw new Error(
      `${id} names a record of "${kind}" (${where}), and no scene has one: ` +
        `make one in newScene of test/walks/scene.ts, and return its id as ids['${kind}']`,
    );
  };
}

/** One path for each word of a parameter that is one of a list; records are still to be named. */
export function pathsOf(operation: AnyOperation): readonly string[] {
  const names = [...operation.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names.reduce<readonly string[]>(
    (paths, name) => {
      const words = wordsOf(operation, name);
      return words === null
        ? paths
        : paths.flatMap((path) => words.map((word) => path.replace(`:${name}`, word)));
    },
    [operation.path],
  );
}

/** Queries of one filter each: `type=authentication`. Some parameters are good beside one of them alone. */
export function filtersOf({ query }: AnyOperation): readonly string[] {
  return Object.entries(schemaOf(query).properties ?? {}).flatMap(([name, { enum: words = [] }]) =>
    words.map((word) => `${name}=${word}`),
  );
}

/** The operation's example, with the names in its path, its body, and the asked parts of its query. */
export function requestOf(
  operation: AnyOperation,
  { path, naming, filter = '' }: Omit<Sent, 'credential'>,
): Example {
  const references = referencesOf(operation);
  const named = (part: Reference['part']) =>
    references
      .filter((reference) => reference.part === part)
      .map((reference) => ({ ...reference, name: naming(reference) }));
  const query = named('query')
    .filter(({ name }) => name !== '')
    .map(({ place, name }) => `${place.join('.')}=${encodeURIComponent(name)}`);
  const example = exampleBody(operation) as Fields | undefined;
  return {
    path: named('path').reduce(
      (text, { place, name }) => text.replace(`:${place.join()}`, encodeURIComponent(name)),
      path,
    ),
    query: [...query, filter].filter((each) => each !== '').join('&'),
    body:
      example &&
      named('body').reduce((fields, { place, name }) => withName(fields, place, name), example),
  };
}

/** Sends that example. */
export function send(api: HttpApi, operation: AnyOperation, sent: Sent): Promise<Answer> {
  return sendRaw(api, operation.method, sent.credential, requestOf(operation, sent));
}

/** A request that an operation takes. */
export interface Example {
  readonly path: string;
  /** Without a question mark. */
  readonly query: string;
  /** Undefined for none. */
  readonly body: Fields | undefined;
}

/** What of a request differs between two of one operation. */
export interface Sent {
  /** One of `pathsOf`. */
  readonly path: string;
  readonly credential: Credential;
  /** A parameter of the query is left out where its name is empty. */
  readonly naming: Naming;
  /** One of `filtersOf`; none by default. */
  readonly filter?: string;
}

type Fields = Readonly<Record<string, unknown>>;

function withName(fields: Fields, [name = '', ...below]: readonly string[], value: string): Fields {
  const inner = fields[name];
  if (below.length === 0) return { ...fields, [name]: value };
  return { ...fields, [name]: withName((inner ?? {}) as Fields, below, value) };
}

async function sendRaw(
  api: HttpApi,
  method: string,
  credential: Credential,
  { path, query, body }: Example,
): Promise<Answer> {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  const headers = {
    ...credential,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const request: HttpRequest = {
    ...{ method, path, query, host: null, clientAddress: null, scheme: 'https', original: null },
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    readBody: async () => ({ type: 'bytes', bytes }),
  };
  const response = await api.handle(request);
  if (response === null) throw new Error(`no operation has the path ${path}`);
  const text = typeof response.body === 'string' ? response.body : '';
  const { reason = null } = JSON.parse(text) as { readonly reason?: string };
  return { status: response.status, reason, headers: response.headers, text };
}
