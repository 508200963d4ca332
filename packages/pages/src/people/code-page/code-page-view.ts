import type { WebAuthnOptions } from '@stepward/core';
import { FACTORS } from '../factors/factors.js';
import type { PageFactorName } from '../factors/security-facts.js';
import type { CodePageTextName } from './code-page-texts.js';
import type { VerifyLink } from './verify-link.js';

/** Why the last form was refused. */
export interface CodePageAlert {
  readonly text: CodePageTextName;
  /** Whether what was typed is wrong. */
  readonly isAboutCode: boolean;
  /** How long to wait before the next send; null where the text names no time. */
  readonly retryAfterMs: number | null;
}

/** Another factor that the person has. */
export interface OtherWay {
  readonly factor: PageFactorName;
  /** Shows the page for that factor; sends nothing. */
  readonly address: string;
}

/** What the code page shows. */
export interface CodePageView {
  readonly factor: PageFactorName;
  /** What the person approves, in the words of the host; null for nothing beyond the session. */
  readonly operation: string | null;
  /** The value of the hidden field `csrf`. */
  readonly csrf: string;
  /** Where the forms go. */
  readonly address: string;
  /** The masked number; null while nothing was sent. */
  readonly sentTo: string | null;
  readonly isSentAgain: boolean;
  /** Whether the page has a field for a code: where one must be sent, once it was; never for a browser's response. */
  readonly hasField: boolean;
  /** Whether a code can be sent for the factor. */
  readonly isSendable: boolean;
  /** Milliseconds until the next send is possible; 0 for now. */
  readonly waitMs: number;
  readonly alert: CodePageAlert | null;
  /** What the browser is asked, as JSON; null before it is asked, and where a code is typed. */
  readonly options: WebAuthnOptions | null;
  readonly otherWays: readonly OtherWay[];
}

/** What the view is made of. */
export interface CodePageFacts {
  readonly link: VerifyLink;
  readonly linkId: string;
  readonly address: string;
  readonly alert: CodePageAlert | null;
  readonly options: CodePageView['options'];
  readonly otherWays: readonly OtherWay[];
  /** As in the limits of `createStepward`. */
  readonly sendCooldownMs: number;
}

/** Decides what the code page shows. */
export function codePageView(facts: CodePageFacts, now: Date): CodePageView {
  const { link, linkId: csrf, address, alert, options, otherWays, sendCooldownMs } = facts;
  const { factor, operation, sentTo, isSentAgain } = link;
  const part = FACTORS[factor].codePage;
  const isSendable = part.asks === 'code' && part.sending !== null;
  const isSent = sentTo !== null;
  const endOfWait = link.sentAt === null ? 0 : link.sentAt + sendCooldownMs;
  return {
    factor,
    operation: operation === null ? null : String(operation.text),
    csrf,
    address,
    sentTo,
    isSentAgain: isSentAgain && alert === null,
    hasField: part.asks === 'code' && (!isSendable || isSent),
    isSendable,
    waitMs: alert?.retryAfterMs ?? Math.max(0, endOfWait - now.getTime()),
    alert,
    options,
    otherWays,
  };
}
