import type { PageFrame } from '../../layout/create-renderer.js';
import { PhoneNumber, type Fillings } from '../../layout/fill-text.js';
import type { CodePageTexts } from './code-page-texts.js';
import type { CodePageView } from './code-page-view.js';

/** A page and the language and brand that it is shown in. */
export interface CodePageProps extends PageFrame<CodePageTexts> {
  readonly view: CodePageView;
}

/** The same, of a factor that is asked for in the way of `Part`. */
export interface PartOfPageProps<Part> extends CodePageProps {
  readonly part: Part;
}

/** What replaces the placeholders of the texts about a factor. */
export function fillingsOf({ view, brand }: CodePageProps): Fillings {
  return { app: brand.name, phone: <PhoneNumber masked={view.sentTo ?? ''} /> };
}
