import { hash } from 'node:crypto';

/** Who an event is about, by a subject identifier of RFC 9493, sections 3.2.2 to 3.2.4. */
export type SimpleSubject =
  | { readonly format: 'email'; readonly email: string }
  | { readonly format: 'iss_sub'; readonly iss: string; readonly sub: string }
  | { readonly format: 'opaque'; readonly id: string };

/** One session of a person: a complex subject (SSF 1.0, "Complex Subject Members"). */
export interface SessionSubject {
  readonly format: 'complex';
  readonly user: SimpleSubject;
  readonly session: Extract<SimpleSubject, { readonly format: 'opaque' }>;
}

export type Subject = SimpleSubject | SessionSubject;

/** The members of complex subjects, which a receiver must not ignore. */
export const CRITICAL_SUBJECT_MEMBERS = ['user', 'session'];

/** A digest that stands for a subject where it is stored: equal for subjects that are exactly identical. */
export function subjectKey(subject: SimpleSubject): string {
  return hash('sha256', JSON.stringify(partsOf(subject)), 'base64url');
}

function partsOf(subject: SimpleSubject): readonly string[] {
  switch (subject.format) {
    case 'email':
      return ['email', subject.email];
    case 'iss_sub':
      return ['iss_sub', subject.iss, subject.sub];
    case 'opaque':
      return ['opaque', subject.id];
  }
}
