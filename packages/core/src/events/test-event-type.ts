/** The type of a test event. It is not in the catalogue, so that receivers do not treat it as a fact. */
export const TEST_EVENT_TYPE = 'webhook.test';
