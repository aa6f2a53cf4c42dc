import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Space } from '../../../src/api/content/spaces.ts';
import { wordsOf } from '../../../src/files/shell-word.ts';
import { planChanges } from '../../../src/workflows/site-setup/apply-plan.ts';
import { checkPlan, type SiteDraft } from '../../../src/workflows/site-setup/plan.ts';
import { parsePlan, planText, planTree } from '../../../src/workflows/site-setup/plan-file.ts';
import { resolvePlan } from '../../../src/workflows/site-setup/resolve-plan.ts';
import { ATTACKS } from '../../helpers/attacks.ts';
import { readAsTerminal } from '../../helpers/vt.ts';

// Safe: only id and title are read.
const SPACES = ['Guides', 'Handbook', 'API', 'Twice', 'Twice'].map((title, at) => ({
  id: `s${at}`,
  title,
})) as Space[];
const ORG = { id: 'org', title: 'Acme' };
const isUnique = (title: string) => SPACES.filter((space) => space.title === title).length === 1;

const parse = async (text: string) => resolvePlan(await parsePlan(text, 'plan.yaml'), ORG, SPACES);

describe('a plan', () => {
  it('names spaces by title or id, and titles sections by their space', async () => {
    const draft = await parse(
      'title: Docs\nsections:\n  - spaces: [Guides, s1]\n  - group: Ref\n    sections: [{ title: Api, spaces: [API] }]\n',
    );
    expect(draft).toEqual({
      organization: ORG,
      title: 'Docs',
      type: 'basic',
      visibility: 'public',
      spaces: [],
      items: [
        {
          title: 'Guides',
          spaces: [
            { id: 's0', title: 'Guides' },
            { id: 's1', title: 'Handbook' },
          ],
        },
        { group: 'Ref', sections: [{ title: 'Api', spaces: [{ id: 's2', title: 'API' }] }] },
      ],
      publish: false,
    });
  });

  it.each([
    ['', /plan.yaml: "the plan" must be an object/],
    ['title: Docs\n', /needs "spaces" or "sections"/],
    ['title: D\nspaces: [Guides]\n', /"title" must have at least 2 characters/],
    ['title: Docs\nspaces: [Guides]\nsections: [{ spaces: [API] }]\n', /cannot be used together/],
    ['title: Docs\nspaces: [Guides, Guides]\n', /"Guides" appears twice/],
    ['title: Docs\nspaces: [Guides, s0]\n', /"s0" appears twice in the plan/],
    ['title: Docs\nspaces: [Nope]\n', /space "Nope" not found/],
    ['title: Docs\nspaces: [Twice]\n', /2 spaces are called "Twice": s3, s4/],
    ['title: Docs\nspaces: [Guides]\ntype: best\n', /"type" must be one of basic/],
    [
      'title: Docs\nspaces: [Guides]\ncolour: red\n',
      /"colour" is not a field here; known: version, .*, spaces, /,
    ],
    [
      'title: Docs\nspaces: [Guides]\n"a\\nb": 1\n',
      /^plan.yaml: "a\\nb" is not a field here; known: [^\n]*$/,
    ],
    ['title: Docs\nspaces: [Guides]\ndefault: API\n', /"default" names "API", which is not in the plan/],
    ['title: Docs\ntitle: Other\nspaces: [Guides]\n', /not YAML at line 2/],
    ['title: [\n', /not YAML at line/],
    ['sections: &a [*a]\n', /./],
    [
      'a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c]\n',
      /aliases|field/,
    ],
    ['__proto__: { publish: true }\ntitle: Docs\nspaces: [Guides]\n', /__proto__/],
    ['title: !!js/function x\nspaces: [Guides]\n', /./],
  ])('refuses %j', async (text, message) => {
    await expect(parse(text)).rejects.toMatchObject({ message: expect.stringMatching(message) });
    expect(Reflect.get({}, 'publish')).toBeUndefined();
  });

  it('is never taken from anything but a plan', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary' })), async (text) => {
        const outcome = await parse(text).then(
          () => undefined,
          (error) => error,
        );
        if (outcome) expect([2, 5]).toContain(outcome.exit);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back what it wrote, whatever the titles hold', async () => {
    const title = fc
      .string({ unit: 'binary', minLength: 2, maxLength: 60 })
      .filter((text) => text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(title, title, title, async (site, section, about) => {
        const draft: SiteDraft = {
          organization: ORG,
          title: site,
          type: 'premium',
          visibility: 'unlisted',
          spaces: [],
          items: [
            {
              title: section,
              description: about,
              spaces: [
                { id: 's0', title: 'Guides' },
                { id: 's3', title: 'Twice' },
              ],
            },
          ],
          publish: true,
        };
        expect(await parse(await planText(draft, isUnique))).toEqual(draft);
      }),
      { numRuns: 300 },
    );
  });

  it('is shown as a tree that no title takes over', () => {
    for (const text of ATTACKS) {
      const { label, children } = planTree({
        organization: { id: 'o', title: text },
        title: text,
        type: 'basic',
        visibility: 'public',
        spaces: [],
        items: [
          {
            group: text,
            icon: text,
            sections: [{ title: text, description: text, spaces: [{ id: 'x', title: text }] }],
          },
        ],
        publish: false,
      });
      const labels = [
        label,
        ...children.flatMap((node) => [node.label, ...node.children.map((child) => child.label)]),
      ];
      expect(readAsTerminal(labels.join('')).controls).toEqual([]);
      expect(labels.every((line) => !line.includes('\n'))).toBe(true);
    }
  });

  it('comes to commands that take a title for no flag', async () => {
    const draft = await parse(
      'title: --yes\nsections:\n  - group: -g\n    sections:\n      - { title: -s, spaces: [Guides] }\n',
    );
    const names = { isUnique, isUniqueSite: () => true, flags: [] };
    const changes = await planChanges(draft, undefined, names);
    expect(changes.flatMap(({ typed }) => (typed ? wordsOf(typed).join(' ') : []))).toEqual([
      'sites create --type basic --visibility public -- --yes',
      'sites sections create --space Guides --title=-s --site=--yes',
      'sites groups create --site=--yes -- -g',
      'sites groups add --site=--yes -- -g -s',
    ]);
  });

  it('comes to commands that name what is unique by its title', async () => {
    const draft = await parse(
      'title: My docs\nspaces: [Guides, s4]\ndefault: Twice\npublish: true\nbasename: docs\n',
    );
    const names = { isUnique, isUniqueSite: () => true, flags: [] };
    const changes = await planChanges(draft, undefined, names);
    expect(changes.map(({ typed }) => typed && wordsOf(typed).join(' '))).toEqual([
      'sites create My docs --type basic --visibility public',
      'sites update My docs --basename docs',
      'sites spaces add Guides --site My docs',
      'sites spaces add s4 --site My docs',
      'sites update My docs --default-site-space Twice',
      'sites publish My docs',
    ]);
  });

  it('gives a version that later programs can tell', () => {
    expect(() => checkPlan({ version: 2, title: 'Docs', spaces: ['a'] }, 'plan')).toThrow(/"version"/);
  });
});
