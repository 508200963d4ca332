import { createKeyRing } from '@stepward/core';

/** The keys of the links and of the form tokens of every page under test. */
export const LINK_KEYS = createKeyRing({
  active: { id: 'links', secret: new Uint8Array(32).fill(3) },
});
