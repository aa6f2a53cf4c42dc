// Each workflow on hosts that lack one operation that it would send, and have fields that nobody knows: it is right, or
// it is refused before anything is sent.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/api/index.ts';
import { mutates } from '../../src/api/operation.ts';
import { type Age, ageNamed, inventedAge } from '../../src/sandbox/ages/age.ts';
import { agedCli, type Outcome } from '../helpers/cli.ts';
import { INVENTED } from '../helpers/invented-age.ts';
import { partOf } from '../helpers/rotation.ts';
import { WORKFLOWS, type Workflow } from '../helpers/workflows.ts';

const writes = new Set(operations.filter(mutates).map(({ id }) => id));

const FIELDS = INVENTED.fields ?? {};
const whole = inventedAge({ without: [], fields: FIELDS });

interface Walked extends Outcome {
  /** Writes that the host took or refused, in order. */
  sent: string[];
}

/** `earlier`: the host while that was done which comes before. */
async function walk({ before = [], line, files }: Workflow, age: Age, earlier = age): Promise<Walked> {
  let current = earlier;
  const { cli, asked } = await agedCli({
    offers: (operation) => current.offers(operation),
    refuses: (place) => current.refuses(place),
    taken: (body) => current.taken(body),
    shown: (body) => current.shown(body),
  });
  try {
    for (const [name, text] of Object.entries(files ?? {})) writeFileSync(join(cli.cwd, name), text);
    for (const one of before) {
      const { exitCode, stderr } = await cli(one);
      expect(exitCode, `${one}\n${stderr}`).toBe(0);
    }
    current = age;
    rmSync(join(cli.home, '.cache'), { recursive: true, force: true });
    asked.length = 0;
    const outcome = await cli(line);
    return {
      ...outcome,
      sent: asked.filter((one) => writes.has(one) || /^(?:POST|PUT|PATCH|DELETE) /.test(one)),
    };
  } finally {
    await cli.cleanup();
  }
}

/** Of what a workflow sends first and in between. */
const MOST = 3;

/** Each once: what a workflow sends last, or one of the others, in turns. */
function chosen(sent: readonly string[], workflow: string): string[] {
  const all = [...new Set(sent)];
  const others = all.slice(0, -1);
  const most = others.filter((_, at) => others.length <= MOST || at % Math.ceil(others.length / MOST) === 0);
  const tried = [...most, ...all.slice(-1)];
  return partOf(tried, tried.length, workflow);
}

/** Some of it failed, and for want of an operation. */
const isHalf = (sent: readonly string[], exitCode: number): boolean =>
  exitCode === 7 && sent.some((one) => !writes.has(one));

/** A new site takes its looks in the newest form only. */
const OTHER_FORM = /"customization\.(?:pageActions\.items" is required|pdf" is not a field here)/;

describe.each(WORKFLOWS)('$name', (workflow) => {
  it('is right, or refused before the first write, whatever it needs is gone', async () => {
    const right = await walk(workflow, whole);
    expect(right.exitCode, right.stderr).toBe(workflow.exit ?? 0);
    for (const gone of chosen(right.sent, workflow.name)) {
      const { exitCode, stderr, sent } = await walk(
        workflow,
        inventedAge({
          without: [gone, ...INVENTED.without.filter((id) => !id.startsWith('links.'))],
          fields: FIELDS,
        }),
        whole,
      );
      if (exitCode === right.exitCode && !isHalf(sent, exitCode)) continue;
      const told = `without ${gone}: ${stderr}`;
      expect(exitCode, told).toBe(5);
      expect(stderr, told).toMatch(/this host (?:cannot|does not offer)/);
      // One that is sent first is refused by the host itself.
      expect(
        sent.filter((one) => writes.has(one)),
        told,
      ).toEqual([]);
    }
  });

  const versions = workflow.isNewer ? ['0.202'] : ['0.146', '0.202'];
  it.each(partOf(versions, versions.length, workflow.name))(
    'is right, or refused before the first write, on %s',
    async (version) => {
      const { exitCode, stderr, sent } = await walk(workflow, ageNamed(version, '--contract'));
      if (exitCode === (workflow.exit ?? 0)) return;
      expect([2, 5], stderr).toContain(exitCode);
      expect(stderr).toMatch(exitCode === 5 ? /this host (?:cannot|does not offer)/ : OTHER_FORM);
      expect(
        sent.filter((one) => writes.has(one)),
        stderr,
      ).toEqual([]);
    },
  );
});

const CANNOT =
  /this host cannot do row \d+ \(external link "Status" on site "Walked"\): its specification has no operation to add an external link.*Nothing was sent/;

describe('what a host says of itself', () => {
  const line = 'sites apply site.yaml --yes';
  const site = WORKFLOWS.find(({ name }) => name === 'sites apply')?.files ?? {};

  it('names the row that it cannot do', async () => {
    const { cli, asked } = await agedCli(ageNamed('0.146', '--contract'));
    for (const [name, text] of Object.entries(site)) writeFileSync(join(cli.cwd, name), text);
    const outcomes = [await cli(`${line} --json`), await cli('sites plan site.yaml')];
    await cli.cleanup();
    for (const { exitCode, stderr } of outcomes) {
      expect(exitCode).toBe(5);
      expect(stderr.replaceAll('\\"', '"')).toMatch(CANNOT);
    }
    expect(outcomes[0]?.stderr).toContain('"code":"UNSUPPORTED"');
    expect(asked.filter((one) => writes.has(one))).toEqual([]);
  });

  it('is asked once a day, and again before anything is refused', async () => {
    const { cli, asked } = await agedCli(whole);
    for (const [name, text] of Object.entries(site)) writeFileSync(join(cli.cwd, name), text);
    await cli('sites plan site.yaml');
    await cli(line);
    await cli('sites plan site.yaml');
    await cli.cleanup();
    expect(asked.filter((one) => one === 'specification.get')).toHaveLength(1);
  });
});
