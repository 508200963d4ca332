/** What a subscriber gets when it asks for a test. It is in no catalogue, so that nobody takes it for a fact. */
export const TEST_EVENT_TYPE = 'webhook.test';
