import { readFileSync } from 'node:fs';

/**
 * Receipts as providers sign them. Twilio's are published
 * (https://www.twilio.com/docs/usage/security#validating-requests, and the tests of twilio-python); the others publish
 * no vectors, so these were signed with openssl and the keys were thrown away.
 */

/** When the requests were signed. */
export const NOW = new Date('2026-11-23T12:00:00.000Z');

export const TWILIO = {
  authToken: '12345',
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  params: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+12349013030',
    Digits: '1234',
    From: '+12349013030',
    To: '+18005551212',
  },
  signature: '0/KCTR6DLpKmkAf8muzZqo1nDgQ=',
};

export const VONAGE = {
  signatureSecret: 'vonage-signature-secret',
  authorization:
    'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpYXQiOjE3OTU0MzUyMDAsImp0aSI6ImM1YmE4ZjI0LTFhMTQtNGMxMC1iZmRmLTNmYmU4Y2U1MTFiNSIsImlzcyI6IlZvbmFnZSIsInBheWxvYWRfaGFzaCI6IjgxOTJmNGE1YWM1NzQzMGZmZjBiMDc5MzQwNTQxMGZjMTg5YjVjMGRkNWU5OTg5NjdkOTRkMmVhMjZkMDg2NTgiLCJhcGlfa2V5IjoiYTFiMmMzZCIsImFwcGxpY2F0aW9uX2lkIjoiYWFhYWFhYWEtYmJiYi1jY2NjLWRkZGQtMDEyMzQ1Njc4OWFiIn0.CkSmegjr6qznWG-XN_b8zqkhT9gzmoPWTBPR1SDDiDw',
  body: Buffer.from(
    '{"message_uuid":"aaaaaaaa-bbbb-cccc-dddd-0123456789ab","channel":"sms","status":"delivered"}',
  ),
  now: NOW,
};

export const TELNYX = {
  publicKey: 'viXwySMO/i/hG1ZI2+X5renjE5uymg2wWJdJC1CBrBM=',
  timestamp: '1795435200',
  signature:
    'W8v6aNAhCGOIZ7spCv4p2d3c6Mzc8a0Hfe7MUpx9KLMBeR6TAcszTgXMhsg3K1bx4fxhKILCg1OMIcxKad7mDw==',
  body: Buffer.from(
    '{"data":{"event_type":"message.finalized","payload":{"direction":"outbound","id":"40385f64-5717-4562-b3fc-2c963f66afa6","to":[{"status":"delivered"}],"errors":[]}}}',
  ),
  now: NOW,
};

export const TOPIC_ARN = 'arn:aws:sns:eu-central-1:123456789012:sms-events';

const SNS_URL = 'https://sns.eu-central-1.amazonaws.com';

export const SNS_CERTIFICATE = readFileSync(
  new URL('sns-certificate.pem', import.meta.url),
  'utf8',
);

export const SNS_NOTIFICATION = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: TOPIC_ARN,
  Message: '{"eventType":"TEXT_DELIVERED","messageId":"862a8790-60c0-4430-9b2b-658bdexample"}',
  Timestamp: NOW.toISOString(),
  SignatureVersion: '2',
  Signature:
    'YSzqoksnfgPfW/8f2haicl7YR88oiGQsrnakEE4a30BzEJoDePw/tCPoyLKmcLbZeBR0DW759LXQjYzWkaKAKusdA0bCPx0lTcC94yivTlZFkDpqLzwgeldMgIyJyYdj6w0OD7QpuPALOeCr3+Y4xaHOjdJbiqx8yDztuP6co0Mebd8NANLPh53hBFCgMXpEK0u81WKlajCMrMRQXyu8V2FuPe01WlrCtE+H3DtBmdsJXR8mDpWjrAwIwwymhzLwlZBUDG2CT8FyY4Fnk2hKpjePMRvlfnoHVMkC2Yf1qtX/N2CoyytJmkXmstMYtodalcNqpdRlOyNbumPxg1cA7Q==',
  SigningCertURL: `${SNS_URL}/SimpleNotificationService-9c6465fa7f48f5cacd23014631ec1136.pem`,
};

/** The same in version 1, which is refused although its signature is right. */
export const SNS_NOTIFICATION_SHA1 = {
  ...SNS_NOTIFICATION,
  SignatureVersion: '1',
  Signature:
    'Sauc3PpRu0TEt7YBrVsPbvfmjYh3SIFNGxgmJ3IEOLlJRFO1UzwpOkShgLYESGfvIT8Ckh6pIMvMGw2E4r0DiXtePy0JcbFHvij7bXaCByTxu3m1tVjsjFGRZcygO/wRbxYeaDyoT7F6LMOXRSzmxwbpEC9If6jYJZT29rDib1Q1/Hyi0H4OG7w6wL/Ww2qPdxTy3aCIsQh8cwvRPIX+L7PcMG3/VF9lpKEfxGx2cKDK6us0KJUyYkGu4J2roXn8Gk+5XZK7FmIhYH1FrY2+U1eXRkaVhr5w8QRw/Vm5etQLV90AxJjMeisZ0CPUD7dO6w8GYW+ZG+5ytcdyYIUHvw==',
};

/** The same with a subject. */
export const SNS_NOTIFICATION_WITH_SUBJECT = {
  ...SNS_NOTIFICATION,
  Subject: 'SMS',
  Signature:
    'eOzgdZ8klHQ4n84BUyW7wYIsBzPLV+gE2DCReWrjCDNFwFNmAdnIPM7x/HZF2fmF1jS7ewn0N+Kbj3UhD8APzG1Ud2F2MyJ/I/xflfJvdi0mLjwDAKJYTkaD6aLB16Ovpyyta4dEnXYy4EOSkY574zEbPbhsVPXCPdfPiWO5ZAGp7B11ppW5uPYMtjS3UHUJAy8hhzSxtAIrhCbMbpWkEBJ7cSx8AKLMMZUYStgQE7t9DowAAXlPJ/fgAh6LSDo8bigSu9VTpb/pBseDzIsMxFXUoRLB7XfW/rgw0V4XxYeZmxxaE/xprSY/DhyW4tmIGSBisdOIqmXQ35Lkmyti2A==',
};

export const SNS_CONFIRMATION = {
  ...SNS_NOTIFICATION,
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Message: 'Confirm.',
  Token: '2336412f37',
  SubscribeURL: `${SNS_URL}/?Action=ConfirmSubscription&Token=2336412f37`,
  Signature:
    'Af3tQohIxZ+TxwAv3obAFRVi6RrjxV1Qpir3QCEMVj4Px16ZE5ER+uRxQFtpip1X5qPrArV0tTNLvSw8ek7mHa3dXUKrf/UVs064U0kN+c+nTCEWPVTAtR/l8EuimTs+wYr3AAkF0df4uwIUO6GFfqHE+Qid3oeYAsIfxzA7+bV9Zulf1OPTGgsiKyQElYGMDpcpmxKL9UegymjJlhL97K1d55AM9sHDEGpmEQJPj/X0PSJ2ltAHsIvXsBRntPlAwteULtVHsebUAls02b2rgVnIIzaS7ehJUf3jMveGMsBUWsUp96W/hm+ZRvE2OG3oSn3RHl7qx2qaEgeajC6pkg==',
};
