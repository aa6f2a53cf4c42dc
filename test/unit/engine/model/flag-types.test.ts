// Compiled with everything else: a wrong type here is an error of tsc.
import { expectTypeOf, it } from 'vitest';
import type { getPage } from '../../../../src/api/content/pages.ts';
import type { FieldOf, Flags } from '../../../../src/engine/model/command-type.ts';
import type { Run } from '../../../../src/engine/run/run.ts';

it('a flag is typed by its notation', () => {
  type Table = '--sync-first' | '-f, --save-to <file>' | '--host <name...>' | '--no-links' | '--at [time]';
  expectTypeOf<Flags<Table>>().toEqualTypeOf<{
    readonly syncFirst: boolean | undefined;
    readonly saveTo: string | undefined;
    readonly host: string[] | undefined;
    readonly links: boolean | undefined;
    readonly at: string | boolean | undefined;
  }>();
});

it('a reader of a flag does not take the run of a command without it', () => {
  expectTypeOf<Run>().not.toExtend<Run<Flags<'--sync-first'>>>();
  expectTypeOf<Run<Flags<'--sync-first'>>>().toExtend<Run>();
});

it('a field of an operation is one of its own', () => {
  expectTypeOf<FieldOf<typeof getPage>>().not.toEqualTypeOf<string>();
  expectTypeOf<'spaceId'>().toExtend<FieldOf<typeof getPage>>();
  expectTypeOf<'nonsense'>().not.toExtend<FieldOf<typeof getPage>>();
});
