import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { nodeNotice } from '../../../src/start/node-notice.ts';
import { configHome } from '../../helpers/config-home.ts';

const DAY_MS = 24 * 3600 * 1000;

describe('the notice about a Node out of support', () => {
  it('comes once a month, for old ones only', ({ expect }) => {
    const { paths } = configHome();
    const now = Date.now();
    const at = (days: number) => nodeNotice('20.20.2', paths, new Date(now + days * DAY_MS));
    expect(at(0)).toMatch(/^Node 20\.20\.2 gets no security fixes: use Node 24 \(DOCS_NO_NOTICES=1 /);
    expect([at(0), at(29)]).toEqual([undefined, undefined]);
    expect(at(31)).toBeDefined();
    for (const node of ['22.13.0', '24.1.0', '26.10.0'])
      expect(nodeNotice(node, configHome().paths, new Date())).toBeUndefined();
  });

  it('does not come where it cannot be remembered', ({ expect, skip }) => {
    expect(
      nodeNotice('20.20.2', { config: undefined, data: undefined, cache: undefined }, new Date()),
    ).toBeUndefined();
    skip(process.geteuid?.() === 0, 'root writes everywhere');
    const { home } = configHome();
    const cache = join(home, 'closed');
    mkdirSync(cache);
    chmodSync(cache, 0o500);
    expect(nodeNotice('20.20.2', { config: undefined, data: undefined, cache }, new Date())).toBeUndefined();
  });
});
