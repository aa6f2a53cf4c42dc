// Every answer of every GET over all that a sandbox holds; each is compared with its operation on the way.
import { operations } from '../../src/api/index.ts';
import { type Operation, TOKEN_KINDS, takesToken } from '../../src/api/operation.ts';
import { installations } from '../../src/sandbox/db/integrations/integrations.ts';
import { fillings } from './fillings.ts';
import type { TestSandbox } from './sandbox.ts';

export interface Told {
  operation: Operation;
  status: number;
  body: unknown;
}

/** Asks for everything, as whoever the platform lets ask; `most` limits the fillings of one operation. */
export async function walkAnswers(
  box: TestSandbox,
  tell: (told: Told) => void,
  { most = 1000 }: { most?: number } = {},
): Promise<number> {
  let count = 0;
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    for (const params of fillings(box, operation).slice(0, most)) {
      const as = callerFor(box, operation, params);
      if (!as) continue;
      for (const query of queriesOf(operation)) {
        const { status, body } = await box.attempt(operation, { ...params, ...query }, as);
        if (status < 300) tell({ operation, status, body });
        count += 1;
      }
    }
  }
  return count;
}

function callerFor(box: TestSandbox, operation: Operation, { integrationName }: Record<string, string>) {
  const kind = TOKEN_KINDS.find((one) => takesToken(operation, one)) ?? 'user';
  if (kind === 'integration') return { kind, as: integrationName ?? '' };
  const [installation] = installations(box.sandbox.db).all({}, 'createdAt, rowid');
  if (kind === 'installation') return installation && { kind, as: installation.id };
  return { kind, as: box.adminId };
}

/** Without anything, and with each of what changes the shape of an answer. */
function queriesOf({ query }: Operation): Record<string, unknown>[] {
  const fields = Object.keys(query?.properties ?? {});
  const base: Record<string, unknown> = Object.fromEntries(
    Object.entries(NEEDED).filter(([name]) => query?.required?.includes(name)),
  );
  const variants = VARIANTS.filter((variant) => Object.keys(variant).every((key) => fields.includes(key)));
  return [base, ...variants.map((variant) => ({ ...base, ...variant }))];
}

/** What a query cannot do without. */
const NEEDED: Readonly<Record<string, unknown>> = {
  query: 'a',
  source: '/getting-started',
  url: 'https://docs.tarnpost.example/guides',
};

const VARIANTS: readonly Record<string, unknown>[] = [
  { format: 'document' },
  { format: 'markdown', evaluated: true },
  { extended: true },
  { metadata: false, computed: false },
  { status: 'all' },
];
