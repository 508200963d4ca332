import type { Logger } from '@stepward/core';
import type { Simulation } from '../kernel/simulation.js';
import { PEOPLE } from './people.js';
import type { Phones } from './phones.js';

/** A logger that reports a line with a code that was sent, or with a person's number. */
export function watchLog({ violate }: Simulation, phones: Phones): Logger {
  const log = (fields: object, message: string): void => {
    const line = JSON.stringify({ ...fields, message });
    const words = new Set(line.match(/\+?\d+/g));
    for (const person of PEOPLE) {
      const secrets = phones.messagesTo(person).map(({ code }) => code);
      const shown = [...secrets, ...person.numbers].find((secret) => words.has(secret));
      if (shown !== undefined) violate(`a log line shows ${shown}: ${line}`);
    }
  };
  return { debug: log, info: log, warn: log, error: log };
}
