/** A route of the example alone: from query and JSON body to status and body. */
export interface DemoRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly answer: (request: {
    readonly url: string;
    readonly body: unknown;
  }) => Promise<DemoAnswer>;
}

export interface DemoAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; bytes are sent as they are. */
  readonly body: unknown;
}
