/** The polls that wait for events in this process. */
export interface PollWaits {
  /** Begins to wait for a stream; null where too many polls wait, of this stream or of all. */
  begin(streamId: string): PollWait | null;
  /** Wakes the polls of a stream: it holds something new. */
  wake(streamId: string): void;
}

export interface PollWait {
  /** Resolves when the stream was woken since this was called last, or the signal aborts. */
  woken(deadline: AbortSignal): Promise<void>;
  end(): void;
}

const MAX_OF_STREAM = 2;
const MAX_OF_PROCESS = 1_000;

export function createPollWaits(): PollWaits {
  const waiting = new Map<string, Set<() => void>>();
  let count = 0;

  function begin(streamId: string): PollWait | null {
    const ofStream = waiting.get(streamId) ?? new Set();
    if (ofStream.size >= MAX_OF_STREAM || count >= MAX_OF_PROCESS) return null;
    let isWoken = false;
    let goOn = (): void => undefined;
    const wake = (): void => {
      isWoken = true;
      goOn();
    };
    waiting.set(streamId, ofStream.add(wake));
    count += 1;
    return {
      async woken(deadline) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
          if (isWoken || deadline.aborted) resolve();
          else deadline.addEventListener('abort', () => resolve(), { once: true });
        });
        isWoken = false;
      },
      end() {
        ofStream.delete(wake);
        if (ofStream.size === 0) waiting.delete(streamId);
        count -= 1;
      },
    };
  }

  return {
    begin,
    wake(streamId) {
      for (const wake of waiting.get(streamId) ?? []) wake();
    },
  };
}
