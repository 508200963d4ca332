import type { PolicyFieldName } from '@stepward/core/policy';
import type { PortalTexts } from '../../portal/portal-texts.js';
import type { PolicyWord } from './policy-view.js';

/** The label of each field, and a sentence or two about it. */
export type PolicyFieldTexts = Readonly<
  Record<`${PolicyFieldName}Label` | `${PolicyFieldName}Hint`, string>
>;

/** The words that a field can have as a value. */
type WordTexts = Readonly<Record<`word_${PolicyWord}`, string>>;

/**
 * The texts of `/policy`. `{app}` is the name of the brand, `{value}` a value, `{limit}` what a rule allows; each may be
 * left out of a text.
 */
export interface PolicyTexts extends PortalTexts, PolicyFieldTexts, WordTexts {
  readonly intro: string;
  readonly hipaaOn: string;
  readonly signInGroup: string;
  readonly passwordGroup: string;
  readonly sessionGroup: string;

  readonly fromOrganisation: string;
  readonly fromTenant: string;
  readonly fromDefault: string;
  readonly fromHipaa: string;
  readonly inForce: string;
  readonly lockedByTenant: string;
  readonly lockedByHipaa: string;
  readonly inherit: string;
  readonly emptyMeans: string;
  readonly ownFactors: string;
  /** The tenant prefers no factor. */
  readonly usualOrder: string;
  readonly noFactor: string;
  /** How the values of a list are joined. */
  readonly listSeparator: string;
  /** A password that never expires. */
  readonly unlimited: string;
  readonly charactersUnit: string;
  readonly atLeast: string;
  readonly atMost: string;

  readonly save: string;
  readonly saved: string;
  readonly unchanged: string;
  readonly refused: string;
  readonly resetLink: string;
  readonly resetHeading: string;
  readonly resetText: string;
  readonly reset: string;
  readonly resetDone: string;
  readonly toPolicy: string;

  readonly faultType: string;
  readonly faultNumber: string;
  readonly faultMinimum: string;
  readonly faultMaximum: string;
  readonly faultTenant: string;
  readonly faultHipaa: string;
  readonly faultNotAllowed: string;
  readonly faultEmpty: string;
}
