export { readAwsReceipts, awsReceipts, type AwsReceiptsOptions } from './aws.js';
export { infobipReceipts, readInfobipReceipts, type InfobipReceiptsOptions } from './infobip.js';
export type { ReceiptRequest, ReceiptSource } from './receipt-source.js';
export {
  receiptSources,
  type ReceiptSources,
  type ReceiptSourcesOptions,
} from './receipt-sources.js';
export type { ReceiptsApi, ReceiptsHttpRequest, ReceiptsHttpResponse } from './receipts-api.js';
export { smsReceipts, type SmsReceiptsOptions } from './sms-receipts.js';
export { isSnsUrl, verifySnsSignature, type SnsSigned } from './sns-signature.js';
export {
  readTelnyxReceipts,
  telnyxReceipts,
  verifyTelnyxSignature,
  type TelnyxSigned,
} from './telnyx.js';
export {
  readTwilioReceipts,
  twilioReceipts,
  verifyTwilioSignature,
  type TwilioReceiptsOptions,
  type TwilioSigned,
} from './twilio.js';
export {
  readVonageReceipts,
  verifyVonageSignature,
  vonageReceipts,
  type VonageSigned,
} from './vonage.js';
