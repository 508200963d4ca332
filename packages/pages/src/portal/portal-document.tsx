import type { Child } from 'hono/jsx';
import { Document } from '../layout/document.js';
import { fillText, type Fillings } from '../layout/fill-text.js';
import type { PageFrame } from '../layout/create-renderer.js';
import type { PortalContent, PortalNotice } from './portal-route.js';
import type { PortalNames } from './portal-session.js';
import type { PortalTexts } from './portal-texts.js';

/** What a page for people who are signed in is drawn with. */
export interface PortalDocumentProps extends PageFrame<PortalTexts> {
  readonly content: PortalContent;
  /** The result of the last form; null for nothing to report. */
  readonly notice: PortalNotice | null;
  /** The address of the style. */
  readonly style: string;
  /** Whom the session of a portal link is for, and the form that closes it; null for a session of the host. */
  readonly portal: {
    readonly names: PortalNames;
    readonly address: string;
    readonly csrf: string;
  } | null;
}

/** The frame of every page: the way back, the heading, the result of the last form, and the content. */
export function PortalDocument(props: PortalDocumentProps) {
  const { chosen, brand, content, notice, style, portal } = props;
  const { texts } = chosen;
  const { title, back, alert, body } = content;
  const isRefused = alert !== null;
  return (
    <Document
      chosen={chosen}
      brand={brand}
      style={style}
      title={isRefused ? `${texts.errorTitle}: ${title}` : title}
    >
      {portal !== null && <p class="note">{fillPortalNames(texts.portalSession, portal.names)}</p>}
      {back !== null && (
        <nav>
          <a href={back.address}>{back.text}</a>
        </nav>
      )}
      <h1>{title}</h1>
      {isRefused && (
        <p id="alert" class="note bad" role="alert">
          {alert}
        </p>
      )}
      {notice !== null && (
        <p class="note good" role="status">
          {noticeText(chosen.texts, notice)}
        </p>
      )}
      {body}
      {portal !== null && (
        <PortalForm action={portal.address} csrf={portal.csrf} class="leave">
          <button class="plain" name="do" value="leave">
            {texts.leave}
          </button>
        </PortalForm>
      )}
    </Document>
  );
}

/** Ids are shown as they are: a name could be chosen by the tenant, to look like that of another one. */
export function fillPortalNames(text: string, { person, account }: PortalNames): Child {
  return fillText(text, {
    person: <bdi>{person}</bdi>,
    account: <bdi>{account}</bdi>,
  });
}

function noticeText(texts: PortalTexts, notice: PortalNotice): Child {
  const { text, values = {} } = notice;
  const isolated = Object.entries(values).map(([name, value]) => [name, <bdi>{value}</bdi>]);
  return fillText(texts[text], Object.fromEntries(isolated) as Fillings);
}

/** A form with its token. */
export interface PortalFormProps {
  readonly action: string;
  /** The visit's `csrf`. */
  readonly csrf: string;
  readonly class?: string;
  readonly children: Child | readonly Child[];
}

/** A form of a page. Its buttons are named `do`. */
export function PortalForm({ action, csrf, class: name, children }: PortalFormProps) {
  return (
    <form method="post" action={action} class={name}>
      <input type="hidden" name="csrf" value={csrf} />
      {children}
    </form>
  );
}

/** A form that asks before something is done. */
export interface ConfirmProps extends Omit<PortalFormProps, 'class' | 'children'> {
  readonly text: Child;
  /** What its button is named, and what it says. */
  readonly act: string;
  readonly label: string;
  /** Fields of the form; none by default. */
  readonly children?: Child;
}

export function Confirm({ text, act, label, children, ...form }: ConfirmProps) {
  return [
    <p>{text}</p>,
    <PortalForm {...form}>
      {children}
      <button class="danger" name="do" value={act}>
        {label}
      </button>
    </PortalForm>,
  ];
}
