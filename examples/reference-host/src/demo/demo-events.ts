import { defineEvent } from '@stepward/core';
import { z } from 'zod';

/** The demo's own events, beside those of the catalogue. */
export const demoEvents = {
  'invoice.paid': defineEvent({
    description: 'an invoice is paid in full',
    data: z.object({
      id: z.string().min(1),
      org_id: z.string().min(1).optional(),
      amount_cents: z.int().min(0),
      currency: z.string().regex(/^[A-Z]{3}$/),
      paid_at: z.iso.datetime({ offset: true }),
    }),
    example: {
      id: 'inv_1042',
      org_id: 'org_main',
      amount_cents: 4900,
      currency: 'EUR',
      paid_at: '2026-01-01T00:00:00.000Z',
    },
  }),
};
