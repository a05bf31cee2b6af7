/** Drawings on a field of 200 × 200; {m} main colour, {d} darker, {l} lighter, {a} accent. */
export const wear = {
  tshirt:
    '<path fill="{m}" d="M72 40 40 54 20 92l26 14 10-14v72h88V92l10 14 26-14-20-38-32-14c-6 14-50 14-56 0z"/><path fill="{d}" d="M72 40c6 14 50 14 56 0l8 3c-10 22-62 22-72 0z"/><path fill="{l}" opacity=".5" d="M56 92v72h12V84z"/>',
  shirt:
    '<path fill="{m}" d="M74 36 42 50 24 140l22 6 10-44v66h88v-66l10 44 22-6-18-90-32-14-26 14z"/><path fill="{l}" d="m74 36 26 14-18 20-16-30zm52 0-26 14 18 20 16-30z"/><path stroke="{d}" stroke-width="3" d="M100 54v114"/><g fill="{d}"><circle cx="107" cy="84" r="3"/><circle cx="107" cy="108" r="3"/><circle cx="107" cy="132" r="3"/></g><path fill="{d}" opacity=".5" d="M116 88h20v20l-10 6-10-6z"/>',
  jumper:
    '<path fill="{m}" d="M76 42 44 54 26 150l24 6 8-52v62h84v-62l8 52 24-6-18-96-32-12z"/><path fill="{d}" d="M76 30h48v20c-8 10-40 10-48 0zM58 154h84v14H58zM25 142l26 6-2 12-27-6zm150 0-26 6 2 12 27-6z"/><g stroke="{l}" stroke-width="4" fill="none" opacity=".7"><path d="M84 66c-10 12 10 20 0 32s10 20 0 32 8 16 2 22M116 66c-10 12 10 20 0 32s10 20 0 32 8 16 2 22"/></g>',
  trousers:
    '<path fill="{m}" d="M62 28h76l12 146h-36l-14-96-14 96H50z"/><path fill="{d}" d="M62 28h76l1 14H61z"/><path stroke="{d}" stroke-width="3" fill="none" d="M100 42v36M64 46c0 16 12 20 22 16M136 46c0 16-12 20-22 16"/><path fill="{l}" opacity=".6" d="M52 164h35l-1 10H51zm62 0h35l1 10h-35z"/><circle cx="100" cy="35" r="3.5" fill="{a}"/>',
  jacket:
    '<path fill="{m}" d="M76 44 44 56 26 146l24 6 8-46v64h84v-64l8 46 24-6-18-90-32-12z"/><path fill="{d}" d="M70 46c0-30 60-30 60 0l-12 20-18 10-18-10z"/><path fill="{l}" d="M82 48c0-18 36-18 36 0l-18 18z"/><path stroke="{a}" stroke-width="4" d="M100 76v94"/><path stroke="{d}" stroke-width="4" d="m68 126 20 8m44-8-20 8M58 158h84"/>',
  dress:
    '<path fill="{m}" d="M78 26h8c4 16 24 16 28 0h8l10 42-10 20 34 84c-36 12-76 12-112 0l34-84-10-20z"/><path fill="{d}" d="M77 84h46l3 12H74z"/><path stroke="{d}" stroke-width="3" opacity=".6" fill="none" d="m88 98-16 76m40-76 16 76M100 98v80"/><path fill="{l}" opacity=".4" d="m78 26-10 42 10 16 8-58z"/>',
  hat: '<path fill="{m}" d="M42 126c0-96 116-96 116 0z"/><rect x="36" y="118" width="128" height="36" rx="14" fill="{d}"/><g stroke="{l}" stroke-width="4" opacity=".6"><path d="M56 124v24m18-24v24m18-24v24m18-24v24m18-24v24m18-24v24"/></g><circle cx="100" cy="46" r="18" fill="{l}"/>',
  sock: '<path fill="{m}" d="M74 26h50v80c0 10-4 16-12 22l-36 34c-10 10-28 12-38 2s-8-26 2-34l34-30z"/><path fill="{d}" d="M72 26h54v20H72z"/><path fill="{l}" d="M38 164c-10-10-8-26 2-34 12 4 24 18 24 38-8 4-18 4-26-4zM124 104c0 12-4 18-12 24-10-4-14-14-12-24z"/>',
  sneaker:
    '<path fill="{m}" d="M22 128V84c10 8 24 6 32-8l14-14 44 40c14 10 46 8 58 20 6 6 8 12 8 20H24z"/><path fill="{l}" d="M18 138h162c2 12-4 20-14 20H34c-10 0-16-8-16-20z"/><path fill="{d}" d="M22 84c10 8 24 6 32-8l6 8c-4 18-20 28-38 28z"/><g stroke="{l}" stroke-width="5" stroke-linecap="round"><path d="m76 86 14-10m0 22 14-10m0 22 14-10"/></g><path fill="{a}" d="M42 136c22 0 36-8 48-24l10 8c-12 12-24 16-38 16z"/>',
  boot: '<path fill="{m}" d="M60 26h58l2 72c22 6 48 10 52 36v16H60z"/><path fill="{d}" d="M56 148h118v12c0 4-2 6-6 6h-52l-6-6v6H62c-4 0-6-2-6-6zM58 22h62v14H58z"/><path fill="{l}" opacity=".7" d="M90 44c12 10 12 40 0 50z"/><path stroke="{d}" stroke-width="3" fill="none" d="M60 112c30 0 50-6 60-14"/><path fill="{a}" d="M60 26h-8v24h8z"/>',
  sandal:
    '<path fill="{d}" d="M18 138c40 10 60-6 90-8s52 6 74-2c4 16-2 26-14 26H34c-12 0-18-6-16-16z"/><path fill="{l}" d="M20 128c40 10 60-8 90-10s50 8 72 0v12c-22 8-44 0-74 2s-50 18-90 8z"/><path fill="{m}" d="M44 130c6-36 28-52 50-46l8 36-14 2c-4-16-20-10-24 10zM118 116c2-28 20-38 40-28l8 32-14 2c-4-12-16-12-20-4z"/><circle cx="84" cy="98" r="5" fill="{a}"/><circle cx="148" cy="100" r="5" fill="{a}"/>',
  watch:
    '<path fill="{d}" d="M74 20h52l6 44H68zm0 160h52l6-44H68z"/><circle cx="100" cy="100" r="50" fill="{m}"/><circle cx="100" cy="100" r="40" fill="{l}"/><rect x="150" y="94" width="9" height="12" rx="3" fill="{m}"/><g stroke="{d}" stroke-width="5" stroke-linecap="round"><path d="M100 100V74m0 26 18 10"/></g><g fill="{a}"><circle cx="100" cy="67" r="3"/><circle cx="133" cy="100" r="3"/><circle cx="100" cy="133" r="3"/><circle cx="67" cy="100" r="3"/></g>',
  backpack:
    '<path fill="none" stroke="{d}" stroke-width="8" d="M80 40c0-22 40-22 40 0"/><path fill="{d}" d="M38 86h14v60H44c-6 0-10-4-10-10zm124 0h-14v60h8c6 0 10-4 10-10z"/><rect x="48" y="36" width="104" height="136" rx="30" fill="{m}"/><path fill="{l}" opacity=".5" d="M48 70c0-46 104-46 104 0v16H48z"/><rect x="62" y="108" width="76" height="50" rx="12" fill="{d}"/><path stroke="{l}" stroke-width="4" d="M72 122h56"/><rect x="92" y="78" width="16" height="22" rx="4" fill="{a}"/>',
  tote: '<path fill="none" stroke="{d}" stroke-width="8" d="M70 78V58c0-36 60-36 60 0v20"/><path fill="{m}" d="M36 74h128l10 96H26z"/><path fill="{d}" d="M36 74h128l2 16H34z"/><path fill="{l}" opacity=".35" d="m36 74-10 96h22l8-96z"/><circle cx="100" cy="112" r="9" fill="{a}"/>',
  suitcase:
    '<path fill="none" stroke="{d}" stroke-width="7" d="M78 46V22h44v24"/><rect x="46" y="44" width="108" height="122" rx="16" fill="{m}"/><g stroke="{d}" stroke-width="5" opacity=".6"><path d="M70 50v110m20-110v110m20-110v110m20-110v110"/></g><path fill="{l}" opacity=".5" d="M46 60c0-8 6-16 16-16v122c-10 0-16-8-16-16z"/><g fill="{d}"><circle cx="66" cy="174" r="9"/><circle cx="134" cy="174" r="9"/></g><rect x="86" y="96" width="28" height="14" rx="5" fill="{a}"/>',
} as const;
