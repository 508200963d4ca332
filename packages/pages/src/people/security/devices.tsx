import type { ListedDevice } from '@stepward/core';
import { fillText } from '../../layout/fill-text.js';
import { Time } from '../../layout/time.js';
import type { Form } from '../../links/read-form.js';
import { PortalForm } from '../../portal/portal-document.js';
import {
  ACCOUNT_REFUSALS,
  callerOf,
  redirect,
  refused,
  type PartProps,
  type Section,
  type SectionOutcome,
  type SectionVisit,
} from '../factors/section.js';
import { devicesEnglish, devicesGerman, type DevicesTexts } from './devices-texts.js';

const REFUSALS = { ...ACCOUNT_REFUSALS, trusted_device_not_found: 'deviceGone' } as const;

/** The browsers from which sign-in asks for no second factor. */
export const devicesSection: Section<DevicesTexts, 'trustedDevices'> = {
  services: ['trustedDevices'],
  texts: { en: devicesEnglish, de: devicesGerman },
  actions: { end_device: endDevice },
  routes: [],
};

export interface DevicesProps extends PartProps<DevicesTexts> {
  readonly devices: readonly ListedDevice[];
}

/** The list of browsers, each of which can be ended; nothing for a person who trusts none. */
export function DevicesPart(props: DevicesProps) {
  const { devices, visit } = props;
  if (devices.length === 0) return null;
  const { devicesHeading, devicesAbout } = visit.chosen.texts;
  return (
    <section>
      <h2>{devicesHeading}</h2>
      <p>{devicesAbout}</p>
      <ul>
        {devices.map((device) => (
          <OneDevice device={device} {...props} />
        ))}
      </ul>
    </section>
  );
}

function OneDevice({
  visit: { chosen, csrf, href },
  isLocked,
  device: { id, name, trustedAt, expiresAt, lastUsedAt },
}: DevicesProps & { readonly device: ListedDevice }) {
  const { texts } = chosen;
  const at = (time: Date) => ({ time: <Time at={time} chosen={chosen} /> });
  const shown = name ?? texts.deviceUnknown;
  return (
    <li>
      <bdi>{shown}</bdi>
      <p class="hint">
        {fillText(texts.deviceSince, at(trustedAt))} {fillText(texts.deviceUntil, at(expiresAt))}
        {lastUsedAt !== null && [' ', fillText(texts.deviceUsed, at(lastUsedAt))]}
      </p>
      {!isLocked && (
        <PortalForm action={href('/security')} csrf={csrf}>
          <input type="hidden" name="device" value={id} />
          <button
            class="plain"
            name="do"
            value="end_device"
            aria-label={`${texts.deviceEnd}: ${shown}`}
          >
            {texts.deviceEnd}
          </button>
        </PortalForm>
      )}
    </li>
  );
}

async function endDevice(
  visit: SectionVisit<DevicesTexts, 'trustedDevices'>,
  fields: Form,
): Promise<SectionOutcome<DevicesTexts>> {
  const { trustedDevices } = visit.stepward;
  const ended = await trustedDevices.end(callerOf(visit), fields.get('device') ?? '');
  if (ended.isErr()) return refused(ended.error, REFUSALS);
  return redirect('/security', { text: 'deviceEnded' });
}
