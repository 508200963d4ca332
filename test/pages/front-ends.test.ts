import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { demoTokens } from '@stepward/demo-identity';
import { createTestStepward } from '@stepward/testing';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { expectAccessible } from './harness/accessibility.js';
import { noBrowser, openBrowser } from './harness/open-browser.js';
import { createApp } from '../../examples/front-ends/src/app.js';

const PHONE = '+14155552671';

describe.skipIf(noBrowser !== null)(`the front ends in Chromium (${noBrowser ?? 'found'})`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  it.each(['/plain', '/react'])('%s takes a wrong code and the right one', async (path) => {
    const { stepward, sms, addIdentity } = await createTestStepward();
    const ada = await addIdentity('ada');
    const server = createAdaptorServer({ fetch: (request, env) => app.fetch(request, env) });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const app = await createApp({ stepward, accessTokens: demoTokens, origin });

    const context = await browser.createBrowserContext();
    onTestFinished(async () => {
      await context.close();
      server.close();
    });
    const page = await context.newPage();
    await page.goto(`${origin}${path}`);
    const says = (text: string) => page.waitForSelector(`#message::-p-text(${text})`);

    await (await page.waitForSelector('#send'))?.click();
    await says('We sent a code to +14*****2671.');
    await expectAccessible(page);
    const code = sms.lastCode(PHONE);
    await page.type('#code', code === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await says('The code is wrong.');
    await page.click('#code', { count: 3 });
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await says('Text messages are your second factor now.');
    const status = await stepward.enrolments.status(ada);
    expect(status._unsafeUnwrap().methods).toEqual(['sms']);
  });
});
