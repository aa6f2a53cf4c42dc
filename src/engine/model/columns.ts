// Columns of a table by the type of an answer: a name that is no field of it does not compile.
import type { InputOf, ItemOf, Operation, ResultOf } from '../../api/operation.ts';

type Leaf = string | number | boolean | null | undefined;
export type Own<T> = T extends object ? keyof T & string : never;
type Member<T, K extends string> = T extends object ? (K extends keyof T ? T[K] : never) : never;
type Dotted<T, K extends string> =
  NonNullable<Member<T, K>> extends Leaf | readonly unknown[]
    ? K
    : K | `${K}.${Own<NonNullable<Member<T, K>>>}`;
/** Rows of an answer that is no paged list: the items of any of its lists. */
export type RowOf<R> = R extends readonly unknown[]
  ? never
  : R extends object
    ? { [K in keyof R]-?: R[K] extends readonly (infer I)[] ? I : never }[keyof R]
    : never;
/** Fields of T, and fields of its object fields with a dot between: `gitSync.repoName`. */
export type ColumnOf<T> = { [K in Own<T>]: Dotted<T, K> }[Own<T>];

export type FieldOf<O extends Operation> = Own<InputOf<O>>;
/** One row of what a command shows. */
export type Row<O extends Operation> = [RowOf<ResultOf<O>>] extends [never]
  ? ItemOf<O>
  : ItemOf<O> | RowOf<ResultOf<O>>;
