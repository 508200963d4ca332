import { UsageError } from './failures.js';
import type { Environment } from './io.js';

/** Names of options that would carry a secret, or a URL with a password in it. */
const SECRET_OPTION = /url|uri|dsn|database|connection|secret|passw|token|credential|key/i;

/** Texts that are, or contain, a secret: connection URLs, signing secrets, management keys. */
const SECRET_VALUE = /:\/\/|^-*(whsec|service_mgmt)_/;

const HIDDEN = '[hidden]';

/** @throws UsageError that says where to put the secret, where an option looks as if it had one. */
export function refuseSecretOption(option: string, variables: readonly string[]): void {
  if (!SECRET_OPTION.test(option)) return;
  const place =
    variables.length === 0
      ? 'this command needs none'
      : `set the environment variable ${variables.join(' or ')}`;
  throw new UsageError(
    `${shown(option)} is refused, because every user of the machine can read the options of a process: ${place}`,
  );
}

/** A word of the command line, safe to repeat in a message. */
export function shown(word: string): string {
  const [name = ''] = word.startsWith('-') ? word.split('=') : [word];
  return SECRET_VALUE.test(name) ? HIDDEN : JSON.stringify(name);
}

/** Removes from a message the secrets that the environment holds. */
export function hideSecrets(
  message: string,
  variables: readonly string[],
  env: Environment,
): string {
  return variables
    .flatMap((name) => secretsIn(env[name] ?? ''))
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, secret) => text.replaceAll(secret, HIDDEN), message);
}

/** The value itself, and where it is a URL its passwords, as they are written and as they are meant. */
function secretsIn(value: string): readonly string[] {
  const passwords = [
    /^\w+:\/\/[^:@]*:(.*)@/.exec(value)?.[1],
    ...[...value.matchAll(/[?&]\w*password=([^&#]*)/g)].map(([, password]) => password),
  ];
  return [value, ...passwords.flatMap((text = '') => [text, decoded(text)])].filter(
    (secret) => secret.trim() !== '',
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
