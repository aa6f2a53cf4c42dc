// One request to the platform that `docs sandbox exec` names in the environment.
export async function ask(path, init = {}) {
  const { DOCS_BASE_URL, DOCS_TOKEN } = process.env;
  const answer = await fetch(`${DOCS_BASE_URL}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${DOCS_TOKEN}`, 'content-type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

/** Makes a space, and returns the titles of all. */
export async function addSpace(title) {
  const spaces = `/orgs/${process.env.DOCS_ORG}/spaces`;
  await ask(spaces, { method: 'POST', body: JSON.stringify({ title }) });
  const { items } = await ask(spaces);
  return items.map((space) => space.title);
}
