import { FACTORS, type FactorServices, type FactorTexts } from '../factors/factors.js';
import type { Section } from '../factors/section.js';
import { authenticatorSection, type AuthenticatorTexts } from './authenticator.js';
import { devicesSection } from './devices.js';
import type { DevicesTexts } from './devices-texts.js';
import { phoneSection, type PhoneTexts } from './phone.js';
import { sessionsSection } from './sessions.js';
import type { SessionsTexts } from './sessions-texts.js';

/** The texts of all sections. */
export interface SectionsTexts
  extends FactorTexts, AuthenticatorTexts, PhoneTexts, DevicesTexts, SessionsTexts {}

/** The services that sections call. */
export type SectionServices =
  | FactorServices
  | 'authenticators'
  | 'phones'
  | 'sessions'
  | 'trustedDevices';

/**
 * All sections of `/security`, with or without a part of the first page. Its addresses and forms, the services that it calls and its
 * texts follow from this list.
 */
export const SECTIONS: readonly Section<SectionsTexts, SectionServices>[] = [
  ...Object.values(FACTORS).map(({ section }) => section),
  authenticatorSection,
  phoneSection,
  devicesSection,
  sessionsSection,
];
