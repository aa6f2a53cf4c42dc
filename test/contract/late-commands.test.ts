// What a group says of a command that loads late is what the command says of itself.
import { expect, it } from 'vitest';
import { entries } from '../../src/commands/index.ts';
import { isGroup, isLate, type WrittenGroup } from '../../src/engine/model/command.ts';

interface Said {
  path: string;
  summary: string;
  aliases: readonly string[];
}

/** Each as its group lists it, and as it is once it is loaded. */
async function lateOnes(group: WrittenGroup, path: string): Promise<[Said, Said][]> {
  const found: [Said, Said][] = [];
  for (const entry of group.commands) {
    if (isGroup(entry)) found.push(...(await lateOnes(entry, `${path} ${entry.name}`)));
    else if (isLate(entry)) {
      const { verb, summary, aliases } = await entry.load();
      const own = { path: `${path} ${verb}`, summary, aliases };
      found.push([{ path: `${path} ${entry.verb}`, summary: entry.summary, aliases: entry.aliases }, own]);
    }
  }
  return found;
}

it('a late command has the name and summary that its group lists', async () => {
  const found: [Said, Said][] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const { default: loaded } = await entry.load();
    if ('commands' in loaded) found.push(...(await lateOnes(loaded, name)));
  }
  expect(found.length).toBeGreaterThan(10);
  expect(found.map(([listed]) => listed)).toEqual(found.map(([, own]) => own));
});
