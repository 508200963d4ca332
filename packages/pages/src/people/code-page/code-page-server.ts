import { stderrLogger, systemClock, systemRandom, type Clock, type Logger } from '@stepward/core';
import { SMS_VERIFY_PAGE } from '@stepward/core/factors';
import type { RequestHead } from '@stepward/http';
import { createMountCheck } from '../../layout/mount-check.js';
import { readPublicUrl } from '../../layout/public-url.js';
import { createLinkCodec, type LinkCodec, type OpenedLink } from '../../links/link-codec.js';
import { MAX_LINK_LIFETIME_MS, type CodePageOptions } from './code-page-options.js';
import { createPageAnswers, type PageAnswers } from './page-answers.js';
import type { VerifyLink } from './verify-link.js';

export type OpenedVerifyLink = OpenedLink<VerifyLink>;

/** Serves the code page: what the host's options come to. */
export interface CodePageServer extends Pick<
  CodePageOptions,
  'stepward' | 'isSessionActive' | 'onVerified'
> {
  readonly codec: LinkCodec<VerifyLink>;
  readonly answers: PageAnswers;
  /** The origin of `publicUrl`. */
  readonly ownOrigin: () => string;
  /** The address of the page for a link. */
  readonly addressOf: (link: OpenedVerifyLink) => Promise<string>;
  /** Warns once where `publicUrl` lacks the path that the page is mounted below. */
  readonly checkMount: (request: RequestHead) => void;
  readonly returnOrigins: readonly string[];
  readonly linkLifetimeMs: number;
  readonly bodyTimeoutMs: number;
  readonly clock: Pick<Clock, 'now' | 'timeout'>;
  readonly logger: Pick<Logger, 'error'>;
}

/** @throws TypeError where a text or the brand is wrong. */
export function createCodePageServer(options: CodePageOptions): CodePageServer {
  const { stepward, keys, publicUrl, returnOrigins = [], isSessionActive, onVerified } = options;
  const { linkLifetimeMs = MAX_LINK_LIFETIME_MS, bodyTimeoutMs = 10_000 } = options;
  const { clock = systemClock, random = systemRandom, logger = stderrLogger } = options;
  const codec = createLinkCodec<VerifyLink>('sms-verify/v1', { keys, clock, random });
  const baseUrl = (): string => readPublicUrl('createCodePage', publicUrl);
  const ownOrigin = (): string => new URL(baseUrl()).origin;
  const publicPath = (): string => baseUrl().slice(ownOrigin().length);
  return {
    ...{ stepward, isSessionActive, onVerified, returnOrigins, linkLifetimeMs, bodyTimeoutMs },
    ...{ codec, ownOrigin, clock, logger },
    answers: createPageAnswers(options),
    addressOf: async (link) => `${baseUrl()}${SMS_VERIFY_PAGE}?state=${await codec.write(link)}`,
    checkMount: createMountCheck(SMS_VERIFY_PAGE, publicPath, logger),
  };
}
