import { defineEvent } from '@stepward/core';
import { z } from 'zod';

/** The events of this service, beside those of the catalogue. */
export const events = {
  'note.created': defineEvent({
    description: 'a note was written',
    data: z.object({ id: z.string(), text: z.string() }),
    example: { id: '1', text: 'Buy milk' },
  }),
};
