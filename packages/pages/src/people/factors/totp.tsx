import type { PendingTotp, Stepward } from '@stepward/core';
import type { PortalContent } from '../../portal/portal-route.js';
import { codeForm, codeOf } from './code-form.js';
import { QrCode } from './qr-code.js';
import {
  callerOf,
  redirect,
  type SecurityFlow,
  type SecurityRoute,
  type SecurityVisit,
} from './security-flow.js';
import { NOT_ALLOWED } from './security-refusals.js';
import type { SecurityTexts } from './security-texts.js';

/** Sets an authenticator app up. Its secret is shown only once. */
export function totpRoute(
  { totp }: Pick<Stepward, 'totp'>,
  { showOverview, isAllowed, refuse }: SecurityFlow,
): SecurityRoute {
  const totpForm = (visit: SecurityVisit, shown: PendingTotp | null): PortalContent => {
    const { texts } = visit.chosen;
    return codeForm(visit, {
      path: '/security/totp',
      heading: texts.totpHeading,
      above: shown === null ? <p>{texts.totpEnter}</p> : <TotpSecret texts={texts} {...shown} />,
      again: { action: 'start', text: texts.totpStartAgain },
      phoneNumber: null,
    });
  };
  return {
    path: '/security/totp',
    show: async (visit) => totpForm(visit, null),
    actions: {
      async start(visit) {
        if (!(await isAllowed(visit, 'totp')))
          return refuse(visit, NOT_ALLOWED, () => showOverview(visit, NOT_ALLOWED));
        const started = await totp.start(callerOf(visit));
        if (started.isErr())
          return refuse(visit, started.error, () => showOverview(visit, started.error));
        return { type: 'show_once', content: totpForm(visit, started.value) };
      },
      async verify(visit, form) {
        const verified = await totp.verify(callerOf(visit), codeOf(form));
        if (verified.isErr())
          return refuse(visit, verified.error, async () => totpForm(visit, null));
        return redirect('/security', { text: 'totpEnrolled' });
      },
    },
  };
}

/** The secret of an authenticator app, as a picture and as text. */
function TotpSecret({
  texts,
  secret,
  uri,
}: {
  readonly texts: SecurityTexts;
  readonly secret: string;
  readonly uri: string;
}) {
  return (
    <>
      <p>{texts.totpScan}</p>
      <QrCode text={uri} label={texts.totpPicture} />
      <p>{texts.totpSecret}</p>
      <pre dir="ltr">{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</pre>
      <p>{texts.totpEnter}</p>
    </>
  );
}
