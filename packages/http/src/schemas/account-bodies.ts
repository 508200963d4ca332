import { z } from 'zod';

/**
 * Bodies of the Account API. What a `code` holds is judged by the services alone: a missing or malformed one is
 * 422 `code_malformed`, and an enrolment that is finished or missing is reported before it. Any other field that is missing
 * or of another type is 400. Unknown keys are ignored; identity, tenant and `verified` are no fields of any body.
 */

/** `PUT /v1/account/mfa/sms`: `code` is a string of 6 digits. */
export const verifyEnrolmentBody = z.object({ code: z.unknown().optional() });

/**
 * `PUT /v1/account/phone`: `phone_number` is a string, in E.164 form or else 422 `phone_invalid`. With a `code`, a
 * text of 6 digits, the number is verified; without that key, a code is sent to it.
 */
export const putPhoneBody = z.object({
  phone_number: z.string(),
  code: z.unknown().optional(),
});

export type VerifyEnrolmentBody = z.output<typeof verifyEnrolmentBody>;
export type PutPhoneBody = z.output<typeof putPhoneBody>;
