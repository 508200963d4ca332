import type { CDPSession, Page } from 'puppeteer-core';

/** A security key in the browser's virtual authenticators (Chrome DevTools Protocol, domain `WebAuthn`). */
export interface VirtualKey {
  /** Whether the person touches it when it is asked. */
  touch(isTouched: boolean): Promise<void>;
  unplug(): Promise<void>;
}

/** Plugs virtual security keys into a page, which nobody touches yet. */
export async function createVirtualKeys(page: Page): Promise<() => Promise<VirtualKey>> {
  const session = await page.createCDPSession();
  await session.send('WebAuthn.enable', { enableUI: false });
  return () => plugIn(session);
}

async function plugIn(session: CDPSession): Promise<VirtualKey> {
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    async touch(enabled) {
      await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
    async unplug() {
      await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    },
  };
}
