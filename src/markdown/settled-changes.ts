// Where a change may stand at several places, as a line among equal ones, it is put where git puts it: so that both sides
// of a merge are compared as git compares them.

/** Lines of one text, and which of them the other text does not have. */
export interface Side {
  lines: readonly string[];
  changed: boolean[];
}

/** A run of changed lines, or the place between two lines where none is. */
class Group {
  start = 0;
  end = 0;
  private readonly side: Side;

  constructor(side: Side) {
    this.side = side;
    this.grow();
  }

  get isEmpty(): boolean {
    return this.start === this.end;
  }

  next(): boolean {
    if (this.end === this.side.lines.length) return false;
    this.start = this.end + 1;
    this.end = this.start;
    this.grow();
    return true;
  }

  previous(): boolean {
    if (this.start === 0) return false;
    this.end = this.start - 1;
    this.start = this.end;
    this.grow();
    return true;
  }

  /** One line down, where the text stays the same; joins what it meets. */
  slideDown(): boolean {
    const { lines, changed } = this.side;
    if (this.end === lines.length || lines[this.start] !== lines[this.end]) return false;
    changed[this.start++] = false;
    changed[this.end++] = true;
    this.grow();
    return true;
  }

  slideUp(): boolean {
    const { lines, changed } = this.side;
    if (this.start === 0 || lines[this.start - 1] !== lines[this.end - 1]) return false;
    changed[--this.start] = true;
    changed[--this.end] = false;
    this.grow();
    return true;
  }

  private grow(): void {
    const { changed } = this.side;
    while (changed[this.start - 1]) this.start -= 1;
    while (changed[this.end]) this.end += 1;
  }
}

/** As far down as it goes, but beside a change of the other text where that is possible. */
export function settle(side: Side, other: Side): void {
  const own = new Group(side);
  const beside = new Group(other);
  do if (!own.isEmpty) settleOne(own, beside);
  while (own.next() && beside.next());
}

function settleOne(own: Group, beside: Group): void {
  let size: number;
  let first: number;
  let hasMet: boolean;
  do {
    size = own.end - own.start;
    while (own.slideUp()) beside.previous();
    first = own.end;
    hasMet = !beside.isEmpty;
    while (own.slideDown()) {
      beside.next();
      hasMet ||= !beside.isEmpty;
    }
  } while (size !== own.end - own.start);
  if (own.end === first || !hasMet) return;
  while (beside.isEmpty) {
    own.slideUp();
    beside.previous();
  }
}
