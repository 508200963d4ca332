import { z } from 'zod';

/**
 * Bodies of the Customer API. The fields of policies and settings are judged by the services, which
 * know the tenant's rules; the object goes to them as it came, so that every key is seen as it was
 * spelled, `__proto__` included.
 */
export const recordBody: z.ZodType<object> = z.unknown().transform((value, { issues }) => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  issues.push({ code: 'invalid_type', expected: 'object', input: value });
  return z.NEVER;
});

/**
 * `POST /v1/customer/api-keys`. Unknown keys are refused: a caller that sends `expires_at` would believe that
 * the key expires.
 */
export const createApiKeyBody = z.strictObject({
  name: z.unknown().optional(),
  scopes: z.unknown().optional(),
  environment_id: z.unknown().optional(),
});

export type CreateApiKeyBody = z.output<typeof createApiKeyBody>;
