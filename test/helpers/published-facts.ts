// What the published descriptions say beyond the shapes of the contract: which fields may be
// absent, that addresses are addresses, and where groups of pages may be.
import { join } from 'node:path';
import { linesIn } from './text-cases.ts';

/** By the name of the schema in the contract, as may-be-absent.txt has it. Everything not named there is required in answers. */
export const MAY_BE_ABSENT: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  linesIn(join(import.meta.dirname, 'may-be-absent.txt')).flatMap((line) => {
    const [, name, fields = ''] = /^(\w+):(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, fields.split(' ').filter(Boolean)]];
  }),
);

/** What of an answer no schema of the contract says, and is not so; empty where all is well. */
export function brokenFacts(body: unknown): string[] {
  const broken: string[] = [];
  const left: { path: string; value: unknown }[] = [{ path: '', value: JSON.parse(JSON.stringify(body)) }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') broken.push(...brokenText(path, value));
    if (typeof value !== 'object' || value === null) continue;
    broken.push(...brokenPages(path, value), ...brokenBlocks(path, value));
    for (const [key, field] of Object.entries(value)) left.push({ path: `${path}.${key}`, value: field });
  }
  return broken;
}

/** What people wrote may look like anything; these fields are the platform's own. */
const ADDRESS = /\.urls\.\w+$|\.(location|downloadURL|ssoURL|sourceURL|photoURL|acsURL|startURL|script)$/;
const IN_TEXT = /\.(nodes|leaves|data|configuration|jsonSchema|specification|payload|props)\./;

function brokenText(path: string, text: string): string[] {
  if (IN_TEXT.test(path)) return [];
  if (ADDRESS.test(path) && !(URL.canParse(text) && /^[!-~]+$/.test(text) && !/[\s"<>\\^`{|}]/.test(text))) {
    return [`${path} is not a URL: ${text}`];
  }
  return /\.\w+At$/.test(path) && Number.isNaN(Date.parse(text)) ? [`${path} is not a time: ${text}`] : [];
}

/** Pages hold documents, links and computed pages; groups are at the top only. */
function brokenPages(path: string, value: object): string[] {
  const { type, pages } = value as { type?: unknown; pages?: unknown };
  if (!['document', 'group'].includes(String(type)) || !Array.isArray(pages)) return [];
  return pages.some((page: { type?: unknown }) => page.type === 'group') ? [`${path} holds a group`] : [];
}

/** Paragraphs and the like have their nodes, none where there are none. */
function brokenBlocks(path: string, value: object): string[] {
  const { object, type, nodes } = value as { object?: unknown; type?: unknown; nodes?: unknown };
  return object === 'block' && type === 'paragraph' && !Array.isArray(nodes) ? [`${path} has no nodes`] : [];
}
