import { onTestFinished } from 'vitest';
import { startSink, type Answering, type Sink } from './sink.js';

/** A sink that ends with its test. */
export async function openSink(answer?: Answering): Promise<Sink> {
  const sink = await startSink(answer);
  onTestFinished(() => sink.close());
  return sink;
}
