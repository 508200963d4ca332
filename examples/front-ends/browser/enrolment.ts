import { createClient } from '@stepward/client';

const client = createClient({
  baseUrl: location.origin,
  credential: { cookies: 'same-origin' },
});

/** What a call led to, and what the person reads about it. */
export interface Outcome {
  readonly succeeded: boolean;
  readonly message: string;
}

/** Sends a code to the phone of the person who is signed in. */
export async function sendCode(): Promise<Outcome> {
  const { data, error } = await client.POST('/v1/account/mfa/sms');
  if (error !== undefined) return refused(error.reason);
  return { succeeded: true, message: `We sent a code to ${data.data.phone_number_masked}.` };
}

/** Enrols the phone by the code that was sent. */
export async function verifyCode(code: string): Promise<Outcome> {
  const { error } = await client.PUT('/v1/account/mfa/sms', { body: { code } });
  if (error !== undefined) return refused(error.reason);
  return { succeeded: true, message: 'Text messages are your second factor now.' };
}

/** An application has a text for each reason, in each of its languages. */
const TEXTS: Readonly<Record<string, string>> = {
  already_enrolled: 'Text messages are your second factor already.',
  code_expired: 'The code has expired. Request a new one.',
  code_mismatch: 'The code is wrong. Try again.',
  network_failed: 'The service could not be reached. Try again.',
  send_cooling_down: 'Wait a minute before you request another code.',
};

function refused(reason: string): Outcome {
  return { succeeded: false, message: TEXTS[reason] ?? `This is not possible (${reason}).` };
}
