/** What is simulated: processes that do something, and what must hold for them. */
export interface World {
  /** Starts the processes. */
  begin(): Promise<void>;
  /** Gives no more work, and repairs what is broken. */
  calm(): void;
  /** Whether all work is done. It is in any case where nothing is left to happen. */
  isSettled(): Promise<boolean>;
  /** Reports each promise that does not hold, once all work is done. */
  check(): Promise<void>;
}
