import { hasMethods, isFunction, isObject, type EventDefinitions } from '@stepward/core/events';
import type { Handlers } from '../handlers.js';
import type { Receiver } from '../receiver.js';

/**
 * Checks the options of a binding, so a handler with a misspelt event name throws instead of never being called.
 *
 * @param factory the binding's name, which the error starts with
 * @throws TypeError that says what is wrong
 */
export function checkBinding<Events extends EventDefinitions>(
  factory: string,
  receiver: Receiver<Events>,
  handlers: Handlers<Events>,
): void {
  if (!hasMethods('receive', 'handle', 'knows')(receiver)) {
    throw new TypeError(`${factory}: pass what createReceiver returned, then the handlers`);
  }
  if (isFunction(handlers)) return;
  if (!isObject(handlers)) {
    throw new TypeError(`${factory}: the handlers must be a function, or an object of functions`);
  }
  for (const [name, handler] of Object.entries(handlers)) {
    if (!NOT_NAMES.has(name) && !receiver.knows(name)) {
      throw new TypeError(
        `${factory}: there is no event ${name}; handlers have canonical names, and "*" takes the rest`,
      );
    }
    if (handler !== undefined && !isFunction(handler)) {
      throw new TypeError(`${factory}: the handler of ${name} must be a function`);
    }
  }
}

/** The handlers that are not for one event. */
const NOT_NAMES = new Set(['*', 'thin', 'standard_webhooks']);
