import { expect, it } from 'vitest';
import { appFiles } from './app-files.js';
import { CHOICES } from './choices.js';

it.each(CHOICES.framework)(
  'the README of an app in %s names the file that imports the example data',
  (framework) => {
    const files = appFiles(
      { name: 'app', framework, database: 'pg', provider: 'console' },
      '0.1.0',
    );
    const importing = [...files]
      .filter(([, text]) => /import.*\/example-data/.test(text))
      .map(([path]) => path);
    expect(importing).toHaveLength(1);
    expect(files.get('README.md')).toContain(
      `Delete \`src/example-data.ts\`, and in \`${importing.join()}\` the \`if\` that`,
    );
  },
);
