// Made by npm run contract from version 0.202.0 of the published contract.
import type { Static } from '@sinclair/typebox';
import { builders } from '../schema.ts';

const { ArrayOf, Bool, Enum, Literal, Obj, Optional, RecordOf, Recursive, Str, Union, Unknown } = builders;

export const DocumentBlockType = Enum([
  'paragraph',
  'heading-1',
  'heading-2',
  'heading-3',
  'code-line',
  'code',
  'hint',
  'blockquote',
  'math',
  'table',
  'list-item',
  'list-ordered',
  'list-unordered',
  'list-tasks',
  'divider',
  'if',
  'image',
  'images',
  'file',
  'drawing',
  'embed',
  'reusable-content',
  'expandable',
  'content-ref',
  'integration',
  'tabs-item',
  'tabs',
  'swagger',
  'openapi-operation',
  'openapi-schemas',
  'openapi-webhook',
  'stepper-step',
  'stepper',
  'column',
  'columns',
  'prompt',
  'update',
  'updates',
]);

export const DocumentTextColor = Enum([
  'default',
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  'pink',
  'violet',
  'cyan',
  '$primary',
  '$info',
  '$success',
  '$warning',
  '$danger',
  '$tint',
]);

export const DocumentNode = Recursive(
  (This) =>
    Union([
      Obj({
        object: Literal('text'),
        key: Optional(Str()),
        leaves: ArrayOf(
          Obj({
            object: Literal('leaf'),
            text: Str(),
            marks: ArrayOf(
              Union([
                Obj({ object: Literal('mark'), type: Literal('bold') }),
                Obj({ object: Literal('mark'), type: Literal('italic') }),
                Obj({ object: Literal('mark'), type: Literal('code') }),
                Obj({ object: Literal('mark'), type: Literal('keyboard') }),
                Obj({ object: Literal('mark'), type: Literal('strikethrough') }),
                Obj({
                  object: Literal('mark'),
                  type: Literal('color'),
                  data: Obj({ text: DocumentTextColor, background: DocumentTextColor }),
                }),
                Obj({ object: Literal('mark'), type: Literal('superscript') }),
                Obj({ object: Literal('mark'), type: Literal('subscript') }),
              ]),
            ),
          }),
        ),
      }),
      Obj(
        {
          object: Literal('inline'),
          type: Enum([
            'inline-image',
            'link',
            'emoji',
            'icon',
            'expression',
            'inline-math',
            'annotation',
            'mention',
            'button',
          ]),
          key: Optional(Str()),
          isVoid: Optional(Bool()),
          data: Optional(RecordOf(Str(), Unknown())),
          nodes: Optional(ArrayOf(This)),
          fragments: Optional(ArrayOf(Obj({ nodes: ArrayOf(This) }, { additionalProperties: true }))),
        },
        { additionalProperties: true },
      ),
      Obj(
        {
          object: Literal('block'),
          type: DocumentBlockType,
          key: Optional(Str()),
          isVoid: Optional(Bool()),
          data: Optional(RecordOf(Str(), Unknown())),
          nodes: Optional(ArrayOf(This)),
          fragments: Optional(ArrayOf(Obj({ nodes: ArrayOf(This) }, { additionalProperties: true }))),
        },
        { additionalProperties: true },
      ),
    ]),
  { $id: 'DocumentNode' },
);

export const DocumentTopNode = Obj(
  {
    object: Literal('block'),
    type: DocumentBlockType,
    key: Optional(Str()),
    isVoid: Optional(Bool()),
    data: Optional(RecordOf(Str(), Unknown())),
    nodes: Optional(ArrayOf(DocumentNode)),
    fragments: Optional(ArrayOf(Obj({ nodes: ArrayOf(DocumentNode) }, { additionalProperties: true }))),
  },
  { additionalProperties: true },
);
export type DocumentTopNode = Static<typeof DocumentTopNode>;
