// The one style sheet of published pages and previews: light and dark, on small screens, and on paper.

export const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #ffffff; --pane: #f6f8fa;
  --link: #0550ae; --mark: #fff1c2; --added: #d2f5d8; --removed: #ffdcd7; --note: #ddf0ff; --warn: #fff1c2; --bad: #ffdcd7; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #a3adb8; --line: #3d444d; --back: #0d1117;
  --pane: #161b22; --link: #79b8ff; --mark: #5a4a00; --added: #12401d; --removed: #5c1a16; --note: #0c2d4d; --warn: #4a3900; --bad: #5c1a16; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 system-ui, sans-serif; color: var(--text); background: var(--back); }
a { color: var(--link); }
a:focus-visible, input:focus-visible, button:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; } .skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: .5rem; z-index: 1; }
header.top { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: center; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--pane); }
header.top .title { font-weight: 700; text-decoration: none; color: inherit; }
header.top nav ul, .variants ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; margin: 0; padding: 0; }
header.top form { margin-left: auto; display: flex; gap: .5rem; max-width: 100%; }
header.top input { min-width: 0; flex: 1 1 auto; }
input, button { font: inherit; color: inherit; background: var(--back); border: 1px solid var(--soft); border-radius: .375rem; padding: .25rem .5rem; min-height: 2rem; }
.frame { display: grid; grid-template-columns: minmax(12rem, 18rem) minmax(0, 1fr); max-width: 80rem; margin: 0 auto; }
.side { padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: .95rem; }
.side ul { list-style: none; margin: 0; padding: 0 0 0 .75rem; } .side > nav > ul { padding: 0; }
.side li { margin: .15rem 0; } .side a { text-decoration: none; } .side a:hover { text-decoration: underline; }
.side .group { font-weight: 600; color: var(--soft); margin-top: .75rem; display: block; }
[aria-current] { font-weight: 700; }
main { padding: 1.5rem 2rem 4rem; min-width: 0; overflow-wrap: anywhere; }
main img { max-width: 100%; height: auto; }
pre { overflow: auto; background: var(--pane); border: 1px solid var(--line); border-radius: .375rem; padding: .75rem 1rem; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
.table { overflow: auto; } table { border-collapse: collapse; } th, td { border: 1px solid var(--line); padding: .35rem .6rem; text-align: left; }
blockquote { margin: 1rem 0; padding: 0 1rem; border-left: 4px solid var(--line); color: var(--soft); }
.hint, .banner, .box { border: 1px solid var(--line); border-radius: .375rem; padding: .25rem 1rem; margin: 1rem 0; background: var(--note); }
.hint-warning, .banner { background: var(--warn); } .hint-danger { background: var(--bad); } .hint-success { background: var(--added); } .box { background: transparent; }
.lead { color: var(--soft); font-size: 1.1rem; } .soft { color: var(--soft); }
ins { background: var(--added); text-decoration: underline; } del { background: var(--removed); text-decoration: line-through; }
.added, .removed, .changed { border-left: 4px solid; padding-left: 1rem; margin: .5rem 0; }
.added { border-color: #1a7f37; background: var(--added); } .removed { border-color: #cf222e; background: var(--removed); } .changed { border-color: #9a6700; }
.badge { font-size: .8rem; border: 1px solid var(--soft); border-radius: 1rem; padding: 0 .5rem; }
mark { background: var(--mark); color: inherit; }
.next { display: flex; justify-content: space-between; gap: 1rem; margin-top: 3rem; border-top: 1px solid var(--line); padding-top: 1rem; }
.menu { display: none; }
.crumbs ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; color: var(--soft); font-size: .9rem; } .crumbs li + li::before { content: "/"; margin: 0 .5rem; }
.outline { border-left: 2px solid var(--line); padding-left: 1rem; margin: 1rem 0; font-size: .9rem; } .outline p { margin: 0; font-weight: 600; } .outline ul { list-style: none; margin: 0; padding: 0; }
.math { font-family: math, serif; font-style: italic; white-space: pre-wrap; } div.math { text-align: center; }
@media (max-width: 48rem) { .frame { grid-template-columns: minmax(0, 1fr); } .menu { display: inline; } .side { order: 2; border-right: 0; border-top: 1px solid var(--line); } main { padding: 1rem; } }
@media print { header.top, .side, .next, .skip, .outline { display: none; } .frame { display: block; } main { padding: 0; } a { color: inherit; } }
`;
