import type { ChosenTexts } from '../texts/choose-texts.js';
import type { TextName } from '../texts/texts.js';
import type { Brand } from './brand.js';
import { Document } from './document.js';

/** The pages that say why nothing can be typed here. */
export type Message =
  | 'linkInvalid'
  | 'linkExpired'
  | 'linkUsed'
  | 'sessionEnded'
  | 'requestRefused'
  | 'failed';

/** What a message is shown with. */
export interface MessagePageProps {
  readonly message: Message;
  /** The page to open again; null where that does not help. */
  readonly address: string | null;
  readonly chosen: ChosenTexts;
  readonly brand: Brand;
}

/** A page with a heading, an explanation, and where it helps the page to open again. */
export function MessagePage({ message, address, chosen, brand }: MessagePageProps) {
  const { texts } = chosen;
  const heading = texts[`${message}Heading` satisfies TextName];
  return (
    <Document chosen={chosen} brand={brand} title={heading} hasScript={false}>
      <h1>{heading}</h1>
      <p>{texts[message]}</p>
      {address !== null && <a href={address}>{texts.reload}</a>}
    </Document>
  );
}
