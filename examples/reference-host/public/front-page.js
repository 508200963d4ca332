/** The front page of the demo: each button is one call of the HTTP API, or of a route of the demo. */

const find = (id) => document.getElementById(id);
const person = find('person');

/** The tenant and its key. Fills the list of people, so each action waits for it. */
const demo = (async () => {
  const { people, ...loaded } = await (await fetch('/demo/front-page.json')).json();
  person.append(...people.map(({ name, phone }) => new Option(`${name}, ${phone}`, name)));
  person.value = new URLSearchParams(location.search).get('user') ?? people[0].name;
  return loaded;
})();

const policyPath = '/v1/customer/organisations/org_main/security-policy';
const POLICY_FIELDS = ['mfaEnforcement', 'mfaPolicy', 'sessionTimeoutMinutes', 'passwordMinLength'];

/** Calls and returns the answer's JSON; throws what a person can read. */
async function call(method, path, { token, body } = {}) {
  const response = await fetch(path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  const wait = response.headers.get('retry-after');
  const why = answer.detail ?? answer.error;
  throw new Error(`${response.status}: ${why}${wait ? ` Wait ${wait} seconds.` : ''}`);
}

/** Calls the Account API as the chosen person. Removing a factor needs a session at aal2. */
async function account(method, path, body, assurance = 'aal1') {
  const { tenant_id: tenantId } = await demo;
  const user = `/demo/tenants/${tenantId}/users/${person.value}`;
  const { access_token: token } = await call('GET', `${user}/token?assurance=${assurance}`);
  return call(method, `/v1/account${path}`, { token, body });
}

async function customer(method, path, body) {
  const { management_key: token } = await demo;
  return call(method, path, { token, body });
}

/** Makes a portal link, as a host's own administration does, and follows it. */
async function openByLink(page) {
  const { tenant_id: tenantId } = await demo;
  const { url } = await call('POST', '/demo/portal-link', { body: { tenant_id: tenantId, page } });
  location.assign(url);
  return 'A link was made.';
}

const ACTIONS = {
  enrol: async () => {
    const { data } = await account('POST', '/mfa/sms');
    find('code').focus();
    return `A code was sent to ${data.phone_number_masked}.`;
  },
  confirm: async () => {
    const code = find('code').value.replaceAll(/[\s-]/g, '');
    await account('PUT', '/mfa/sms', { code });
    find('code').value = '';
    return 'Text messages are set up.';
  },
  'step-up': async () => {
    const { tenant_id: tenantId } = await demo;
    const user = person.value;
    const body = { tenant_id: tenantId, user, return_to: `/?user=${encodeURIComponent(user)}` };
    const { url } = await call('POST', '/demo/verify-link', { body });
    location.assign(url);
    return 'A code was sent.';
  },
  security: async () => {
    const { tenant_id: tenantId } = await demo;
    await call('POST', '/demo/sign-in', { body: { tenant_id: tenantId, user: person.value } });
    location.assign('/security');
    return 'You are signed in.';
  },
  'policy-page': () => openByLink('policy'),
  'webhooks-page': () => openByLink('webhooks'),
  'people-page': () => openByLink('people'),
  remove: async () => {
    await account('DELETE', '/mfa/sms', undefined, 'aal2');
    return 'Text messages are removed.';
  },
  require: async () => {
    await customer('PUT', policyPath, { mfaEnforcement: 'required' });
    return 'The organisation requires a second factor.';
  },
  reset: async () => {
    await customer('DELETE', policyPath);
    return "The organisation takes the tenant's values.";
  },
  event: async () => {
    const { tenant_id: tenantId } = await demo;
    const data = {
      org_id: 'org_main',
      identity_id: `identity_${person.value}`,
      role: 'member',
      added_at: new Date().toISOString(),
    };
    const body = { tenant_id: tenantId, event_type: 'organisation.member_added', data };
    await call('POST', '/demo/events', { body });
    return 'The event was emitted.';
  },
  lose: async () => {
    await lose();
    return `${person.value} has to set up text messages again, above.`;
  },
  minute: async () => {
    await call('POST', '/demo/clock', { body: { advance_ms: 60_000 } });
    return 'The clock of the demo is a minute ahead.';
  },
};

/** Plays a lost phone, step by step, and tells each: two calls of an administrator, and two sign-ins with the pass. */
async function lose() {
  const { tenant_id: tenantId } = await demo;
  const user = person.value;
  const help = `/v1/customer/identities/identity_${user}`;
  const reason = 'lost the phone';
  const story = [];
  const tell = (who, what) => {
    story.push(entry(who, what));
    show('story', story);
  };
  const signIn = (pass) =>
    call('POST', '/demo/sign-in-with-pass', { body: { tenant_id: tenantId, user, pass } });

  await customer('POST', `${help}/mfa/reset`, { reason });
  tell('The administrator', `has removed the factors of ${user}.`);
  const { data } = await customer('POST', `${help}/temporary-pass`, { reason });
  tell('The administrator', `reads out a temporary pass: ${data.pass}.`);
  const { next } = await signIn(data.pass);
  tell(user, `has signed in with the pass. Next: ${next}.`);
  const refusal = await signIn(data.pass).catch(({ message }) => message);
  tell('The same pass again', `is refused. ${refusal}`);
}

async function act(name) {
  const answer = find('answer');
  try {
    answer.textContent = await ACTIONS[name]();
    answer.className = '';
  } catch (error) {
    answer.textContent = error.message;
    answer.className = 'problem';
  }
  await refresh();
}

for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void act(form.id);
  });
}
find('minute').addEventListener('click', () => void act('minute'));
person.addEventListener('change', () => void refresh());

function element(tag, text, className = '') {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = className;
  return made;
}

function entry(title, ...lines) {
  const item = document.createElement('li');
  item.append(element('b', title), ...lines.map((line) => element('span', line, 'soft')));
  return item;
}

/** Replaces a list only if it changed: what is selected stays. */
function show(id, items) {
  const list = find(id);
  const wanted = items.map((item) => item.outerHTML).join('');
  if (list.innerHTML !== wanted) list.replaceChildren(...items);
}

async function refresh() {
  await demo;
  const [status, session, messages, notices, deliveries, policy] = await Promise.all([
    account('GET', '/mfa'),
    call('GET', `/demo/sessions/session_${person.value}`),
    call('GET', '/demo/sms'),
    call('GET', '/demo/front-page-notices.json'),
    call('GET', '/demo/webhooks'),
    customer('GET', policyPath),
  ]);
  const isEnrolled = status.data.methods.includes('sms');
  for (const id of ['enrol', 'confirm']) find(id).hidden = isEnrolled;
  for (const id of ['step-up', 'remove']) find(id).hidden = !isEnrolled;
  find('factors').textContent = status.data.methods.join(', ') || 'none';
  find('session').textContent = `${session.assurance} (${session.amr.join(', ')})`;
  const texts = messages.slice(0, 20).map(({ to, body }) => entry(to, body));
  show('messages', texts.length > 0 ? texts : [entry('No messages yet')]);
  const told = notices.map(({ type, identity_id: to, factor }) =>
    entry(to, `${type} ${factor ?? ''}`),
  );
  show('notices', told.length > 0 ? told : [entry('No notices yet')]);
  const received = deliveries
    .slice(0, 20)
    .map(({ body, verified }) =>
      entry(
        body.event_type,
        verified ? 'signature verified' : 'signature wrong',
        JSON.stringify(body.data),
      ),
    );
  show('deliveries', received.length > 0 ? received : [entry('No deliveries yet')]);
  const rows = POLICY_FIELDS.map((field) => {
    const row = document.createElement('tr');
    const from = policy._inherited[field] ? 'the tenant' : 'the organisation';
    row.append(...[field, String(policy[field]), from].map((text) => element('td', text)));
    return row;
  });
  show('policy', rows);
}

const POLL_MS = 2_000;
async function poll() {
  if (!document.hidden) await refresh().catch(() => undefined);
  setTimeout(() => void poll(), POLL_MS);
}
await poll();
