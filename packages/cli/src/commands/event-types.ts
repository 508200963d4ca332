import { defineCommand } from '../command.js';

export const eventTypes = defineCommand({
  name: 'event types',
  summary: 'Lists the types of event that a webhook may subscribe to',
  details: ['Events that a host defines are not among them.'],
  options: {},
  environment: {},
  examples: ['stepward event types --json'],
  async run({ print }) {
    const { EVENT_TYPES } = await import('@stepward/core/events');
    await print(EVENT_TYPES.join('\n'), EVENT_TYPES);
    return 0;
  },
});
