import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { findPerson, type Person } from '../people.js';

/** The attempts for one name in 15 minutes; the right password begins again. */
const LIMIT = { points: 10, duration: 900 };

/**
 * Returns a function that checks a password. Attempts are counted before the password is looked at, so that parallel
 * ones cannot exceed the limit, and for unknown names too, so that the answers do not tell which names exist.
 */
export function createPasswordCheck() {
  const attempts = new RateLimiterMemory(LIMIT);
  return async function checkPassword(
    name: string,
    password: string,
  ): Promise<Person | 'wrong' | 'too_many'> {
    try {
      await attempts.consume(name);
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return 'too_many';
      throw refused;
    }
    const person = findPerson(name);
    if (person === null || person.password !== password) return 'wrong';
    await attempts.delete(name);
    return person;
  };
}
