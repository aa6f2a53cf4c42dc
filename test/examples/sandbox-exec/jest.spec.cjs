// docs sandbox exec -- npx jest jest.spec.cjs
const { DOCS_BASE_URL, DOCS_ORG, DOCS_TOKEN } = process.env;

async function spaces(init = {}) {
  const answer = await fetch(`${DOCS_BASE_URL}/v1/orgs/${DOCS_ORG}/spaces`, {
    ...init,
    headers: { authorization: `Bearer ${DOCS_TOKEN}`, 'content-type': 'application/json' },
  });
  return answer.json();
}

test('a space that was made is listed', async () => {
  await spaces({ method: 'POST', body: JSON.stringify({ title: 'Made by Jest' }) });
  const { items } = await spaces();
  expect(items.map(({ title }) => title)).toContain('Made by Jest');
});
