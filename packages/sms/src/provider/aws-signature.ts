import { AwsV4Signer } from 'aws4fetch';
import type { HttpRequest } from './http-post.js';

/** The keys of an IAM user or of a role, with the permission `sms-voice:SendTextMessage`. */
export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of a role. */
  readonly sessionToken?: string;
}

/** The same POST with the headers of Signature Version 4. */
export async function withAwsSignature(
  { url, headers, body }: HttpRequest,
  scope: AwsCredentials & { readonly region: string; readonly service: string },
  now: Date,
): Promise<HttpRequest> {
  const datetime = now.toISOString().replace(/[-:]|\.[0-9]{3}/g, '');
  const signer = new AwsV4Signer({ ...scope, method: 'POST', url, headers, body, datetime });
  const { headers: withSignature } = await signer.sign();
  return { url, headers: Object.fromEntries(withSignature), body };
}
