// The looks of a matrix as a page: light, dark and on paper; heads that stay, on a phone as on a desk.

export const STYLE = `
:root{--l0:#ffd7d5;--l1:#ffe3c2;--l2:#fdf0b8;--l3:#d9f2d0;--l4:#d3e9fb;--l5:#eef0f2;--doubt:#8a2be2}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--l0:#6a1f22;--l1:#65401a;--l2:#574c14;--l3:#234a22;
--l4:#1d4163;--l5:#2a3037;--doubt:#c9a0ff}}
:root[data-theme=dark]{--l0:#6a1f22;--l1:#65401a;--l2:#574c14;--l3:#234a22;--l4:#1d4163;--l5:#2a3037;--doubt:#c9a0ff}
form{display:flex;flex-wrap:wrap;gap:8px;margin:10px 0 0;align-items:end}
label{display:flex;flex-direction:column;gap:2px;font-size:12px;color:var(--dim)}
input,select,form button{font:inherit;color:var(--fg);background:var(--bg);border:1px solid var(--line);border-radius:6px;
padding:5px 8px;min-height:34px}
input{width:200px}
form button{cursor:pointer}
.legend{display:flex;flex-wrap:wrap;gap:6px;margin:8px 0 0;padding:0;list-style:none;font-size:12px}
.legend li{padding:1px 8px;border-radius:10px;border:1px solid var(--line)}
.wrap{flex:1;min-height:200px;overflow:auto;border-top:1px solid var(--line)}
table{border-collapse:separate;border-spacing:0;font-variant-numeric:tabular-nums}
th,td{padding:4px 10px;border-bottom:1px solid var(--line);border-right:1px solid var(--line);text-align:left;
white-space:nowrap}
thead th{position:sticky;top:0;z-index:2;background:var(--head);vertical-align:bottom;padding:0}
thead button{all:unset;display:block;box-sizing:border-box;width:100%;min-width:72px;max-width:150px;padding:6px 10px;
cursor:pointer;font-weight:600;white-space:normal;overflow-wrap:break-word}
thead th:first-child button{max-width:none}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
tbody th{position:sticky;left:0;z-index:1;background:var(--bg);font-weight:400;max-width:280px;overflow:hidden;
text-overflow:ellipsis}
tbody th small{display:block;color:var(--dim);overflow:hidden;text-overflow:ellipsis}
thead th:first-child{left:0;z-index:3}
.l0{background:var(--l0)}.l1{background:var(--l1)}.l2{background:var(--l2)}.l3{background:var(--l3)}
.l4{background:var(--l4)}.l5{background:var(--l5)}
.doubt{color:var(--doubt);font-weight:700}
tbody tr:hover th,tbody tr:hover td:not([class]){background:var(--head)}
input:focus-visible,select:focus-visible,form button:focus-visible{outline-offset:1px}
footer{min-height:36px;padding:8px 16px;border-top:1px solid var(--line);background:var(--head)}
#paper{display:none}
@media (max-width:600px){
body{font-size:13px}
header{padding:8px 10px 6px}
h1{font-size:17px}
form{display:grid;grid-template-columns:repeat(4,1fr);gap:6px}
label{grid-column:span 2}
form button{padding:5px 2px}
input,select{width:100%;min-width:0}
.legend{display:none}
th,td{padding:4px 8px}
tbody th{max-width:128px}
thead button{min-width:64px;max-width:110px;padding:5px 8px}
thead th:first-child button{max-width:128px}
footer{padding:6px 10px;font-size:12px}
}
@media print{
:root,:root[data-theme]{--l0:#ffd7d5;--l1:#ffe3c2;--l2:#fdf0b8;--l3:#d9f2d0;--l4:#d3e9fb;--l5:#eef0f2}
@page{size:landscape;margin:10mm}
form,footer{display:none}
header{padding:0 0 6px}
.wrap{overflow:visible;border:0}
thead{display:table-header-group}
thead th,tbody th{position:static}
tr{break-inside:avoid}
th,td{padding:1px 4px}
:root[data-paper] main{display:none}
#paper{display:block}
#paper table{width:100%;table-layout:fixed;border-left:1px solid var(--line);border-top:1px solid var(--line)}
#paper table+table{break-before:page}
#paper caption{text-align:left;padding:2px 0}
#paper th,#paper td,#paper button{min-width:0;max-width:none;padding:1px 3px;white-space:normal;overflow-wrap:anywhere}
#paper th:first-child{width:19%}
#paper th:nth-child(2),#paper th:nth-child(3){width:7%}
}
`.trim();
