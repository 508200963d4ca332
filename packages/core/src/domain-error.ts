import type { Result } from 'neverthrow';
import type { Stepward } from './stepward.js';

/**
 * Every refusal that a service can answer with, told apart by `code`. Each is declared beside the function that decides
 * it; here they are united, so that an edge can translate all of them and the compiler names the one it forgot.
 */
export type DomainError = { [Name in keyof Stepward]: ErrorsOf<Stepward[Name]> }[keyof Stepward];

type ErrorsOf<Service> = { [Name in keyof Service]: ErrorOf<Service[Name]> }[keyof Service];

type ErrorOf<Method> = Method extends (...values: never[]) => PromiseLike<Result<unknown, infer E>>
  ? E
  : never;
