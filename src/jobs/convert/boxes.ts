// Boxes that are written as HTML, and the words of tags.
import { type Element, isElement, type Node } from './tree.ts';

export const wordsIn = (nodes: readonly Node[]): string =>
  nodes
    .map((node) => (isElement(node) ? wordsIn(node.children) : node.kind === 'text' ? node.text : ''))
    .join(' ');

/** A box as Python-Markdown writes it in HTML, if the element is one. */
export function boxOf({ name, attributes, children, ...rest }: Element): Element | undefined {
  const classOf = (one: ReadonlyMap<string, unknown>) => String(one.get('class') ?? '').split(/\s+/);
  const [first, type = 'note'] = classOf(attributes);
  if (name !== 'div' || first !== 'admonition') return undefined;
  const isTitle = (one: Node) => isElement(one) && classOf(one.attributes).includes('admonition-title');
  const title = wordsIn(children.filter(isTitle)).replace(/\s+/g, ' ').trim();
  return {
    ...rest,
    name: 'Admonition',
    attributes: new Map([
      ['type', type],
      ['title', title.toLowerCase() === type ? '' : title],
    ]),
    children: children.filter((one) => !isTitle(one)),
  };
}
