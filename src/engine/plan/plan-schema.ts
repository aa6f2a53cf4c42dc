// docs plan schema: what a plan file may say, for policies and editors. Its keys are those that the reader takes.
import { builders, Nullable } from '../../api/schema.ts';

const { ArrayOf, Integer, Literal, Obj, Optional, RecordOf, Str, Unknown } = builders;

const closed = { additionalProperties: false };
const text = (description: string) => Str({ minLength: 1, description });
const time = (description: string) => Str({ format: 'date-time', description });

const Target = Obj(
  {
    kind: text('kind of the thing: space, team, grant'),
    id: Optional(Str()),
    title: Optional(Str()),
    where: Optional(Str({ description: 'of what is the same in many places: on space "Guides"' })),
  },
  closed,
);

const Row = Obj(
  {
    operation: text('operation, as docs explain knows it'),
    input: RecordOf(Str(), Unknown(), {
      description: 'what is sent: names are IDs, and {row 3}.id is the ID of what row 3 creates',
    }),
    target: Target,
    before: Optional(
      Nullable(RecordOf(Str(), Unknown()), {
        description: 'the fields that change, as they are; null: it does not exist',
      }),
    ),
    after: Nullable(RecordOf(Str(), Unknown()), {
      description: 'the same fields afterwards; null: it is removed',
    }),
    danger: builders.Union([Literal('mild'), Literal('moderate'), Literal('severe')]),
    follows: Optional(Str({ description: 'what follows, as a question says it' })),
    needs: Optional(ArrayOf(Integer({ minimum: 1 }), { description: 'numbers of rows that are done first' })),
    file: Optional(Str({ description: 'file of a folder that it was made from' })),
    line: Optional(Integer({ minimum: 0, description: 'line of that file' })),
  },
  closed,
);

const Organization = Obj({ id: text('ID'), title: Optional(Str()) }, closed);
const By = Obj({ id: Optional(Str()), email: Optional(Str()) }, closed);
const Made = Obj(
  {
    at: time('when it was made'),
    by: Optional(Nullable(By)),
    command: text('command that made it'),
    docs: text('version of docs'),
  },
  closed,
);
const Guarded = Obj(
  {
    maxChanges: Optional(Str({ description: '20 or 5%' })),
    expires: time('when it is no longer applied'),
  },
  closed,
);

const Whole = Obj(
  {
    version: Literal(1),
    origin: Str({ format: 'uri', description: 'host that it is for' }),
    organization: Nullable(Organization),
    made: Made,
    rows: ArrayOf(Row, { maxItems: 100_000, description: 'one change each, in the order of their needs' }),
    unchanged: Integer({ minimum: 0, description: 'how many things are so already, and have no row' }),
    guards: Guarded,
  },
  closed,
);

const keysOf = ({ properties }: { properties: object }): readonly string[] => Object.keys(properties);

/** What each object of a plan may hold. */
export const PLAN_KEYS = {
  plan: keysOf(Whole),
  row: keysOf(Row),
  target: keysOf(Target),
  organization: keysOf(Organization),
  made: keysOf(Made),
  by: keysOf(By),
  guards: keysOf(Guarded),
};

export const planJsonSchema = (): object => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Plan of docs',
  ...Whole,
});
