import { z } from 'zod';

/**
 * Bodies of the Account API. What a field holds is judged by the services, because a malformed code is
 * refused only after a missing or finished enrolment is (DECISIONS, "Order of checks"). Unknown keys are
 * ignored; identity, tenant and `verified` are no fields of any body.
 */

/** `PUT /v1/account/mfa/sms`: `code` is a text of 6 digits. */
export const verifyEnrolmentBody = z.object({ code: z.unknown().optional() });

/**
 * `PUT /v1/account/phone`: `phone_number` is a text in E.164 form. With a `code`, a text of 6 digits,
 * the number is verified; without that key, a code is sent to it.
 */
export const putPhoneBody = z.object({
  phone_number: z.unknown().optional(),
  code: z.unknown().optional(),
});

export type VerifyEnrolmentBody = z.output<typeof verifyEnrolmentBody>;
export type PutPhoneBody = z.output<typeof putPhoneBody>;
