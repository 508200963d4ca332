import type { EventRegistry } from '@stepward/core';
import { builtInEvents } from '@stepward/core/events';
import { createOperations, type OperationServices } from './create-operations.js';
import type { AnyOperation } from './operation.js';

/** The operations without services behind them, for descriptions, which call none. */
export function describeOperations(
  eventRegistry: EventRegistry = builtInEvents,
): readonly AnyOperation[] {
  return createOperations({ eventRegistry } as unknown as OperationServices);
}
