import { assertWellFormed, type Answer } from '../../harness/answer.js';
import { WRONG_CREDENTIAL, type Credentials } from './credentials.js';

/**
 * What Node and the frameworks answer by themselves to what never reaches the API: bytes that are no
 * HTTP, paths that are the host's, expectations, heads that are too large.
 */
const NOT_OURS: readonly number[] = [400, 404, 405, 413, 414, 415, 417, 431];

/** Whether the API gave the answer, and not something in front of it. */
export function isOurs({ headers }: Answer): boolean {
  return headers.has('x-request-id');
}

/** Everything that is wrong with an answer, whatever the request was. */
export function complaintsAbout(
  answer: Answer,
  method: string,
  credentials: readonly Credentials[],
): readonly string[] {
  const { status, text } = answer;
  if (!isOurs(answer)) return NOT_OURS.includes(status) ? [] : [`${String(status)} from in front`];
  return [
    ...(status === 500 ? ['a 500'] : []),
    ...(status > 500 && status !== 503 ? [`a ${String(status)}`] : []),
    ...(method === 'HEAD' ? [] : formOf(answer)),
    ...(repeats(text + JSON.stringify(Object.fromEntries(answer.headers.entries())), credentials)
      ? ['a credential']
      : []),
  ];
}

function formOf(answer: Answer): readonly string[] {
  try {
    assertWellFormed(answer);
    return [];
  } catch (error) {
    return [`a malformed answer: ${String(error)}`];
  }
}

function repeats(text: string, credentials: readonly Credentials[]): boolean {
  const secrets = credentials.flatMap((each) => [
    each.userToken,
    each.serviceSecret,
    each.managementKey,
  ]);
  return [...secrets, WRONG_CREDENTIAL].some((secret) => text.includes(secret));
}
