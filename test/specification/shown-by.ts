import type { ShownBy } from './evidence.js';
import { authentication } from './shown-by/authentication.js';
import { endpoints } from './shown-by/endpoints.js';
import { errorsAndLimits } from './shown-by/errors-and-limits.js';
import { eventCatalogue } from './shown-by/event-catalogue.js';
import { events } from './shown-by/events.js';
import { overview } from './shown-by/overview.js';
import { resources } from './shown-by/resources.js';
import { states } from './shown-by/states.js';

/** The tests that show the lines of `docs/specification.md`, section by section. */
export const shownBy: ShownBy = {
  ...overview,
  ...resources,
  ...states,
  ...endpoints,
  ...authentication,
  ...events,
  ...eventCatalogue,
  ...errorsAndLimits,
};
