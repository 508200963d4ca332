import { expect, it } from 'vitest';
import { createLocalNews } from './local-news.js';

it('each listener hears what is told until it is closed, even where two have one function', async () => {
  const news = createLocalNews();
  const heard: string[] = [];
  const hear = (what: string): void => void heard.push(what);
  news.tell('arrivals');
  const first = news.listen(hear);
  news.listen(hear);

  news.tell('shards');
  expect(heard).toEqual(['shards', 'shards']);

  await first.close();
  news.tell('arrivals');
  expect(heard).toEqual(['shards', 'shards', 'arrivals']);
});
