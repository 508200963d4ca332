import { Document, type DocumentProps } from './document.js';

/** What a message is shown with. */
export interface MessagePageProps extends Omit<DocumentProps, 'title' | 'script' | 'children'> {
  readonly heading: string;
  readonly text: string;
  /** Where to go from here; null where nothing helps. */
  readonly link: { readonly address: string; readonly text: string } | null;
}

/** A page with a heading, an explanation, and where it helps a link. */
export function MessagePage({ heading, text, link, ...frame }: MessagePageProps) {
  return (
    <Document title={heading} {...frame}>
      <h1>{heading}</h1>
      <p>{text}</p>
      {link !== null && <a href={link.address}>{link.text}</a>}
    </Document>
  );
}
