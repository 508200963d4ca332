import { parsePhoneNumber, Redacted, type SmsMessage } from '@stepward/core';

/** A first message, as core hands it to a sender. */
export const MESSAGE: SmsMessage = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  tenantId: 'acme',
  to: parsePhoneNumber('+14155552671')._unsafeUnwrap(),
  body: new Redacted(
    '000042 is your Acme code. It expires in 15 minutes.\n\n@acme.example #000042',
  ),
  code: new Redacted('000042'),
  locale: 'pt-BR',
  expiresInMs: 900_000,
  attempt: 1,
};
