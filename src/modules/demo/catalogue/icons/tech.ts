export const tech = {
  headphones:
    '<path fill="none" stroke="{m}" stroke-width="14" d="M40 120c0-110 120-110 120 0"/><path fill="none" stroke="{l}" stroke-width="4" d="M46 92c10-54 98-54 108 0"/><rect x="26" y="108" width="36" height="58" rx="16" fill="{d}"/><rect x="138" y="108" width="36" height="58" rx="16" fill="{d}"/><rect x="54" y="112" width="14" height="50" rx="7" fill="{m}"/><rect x="132" y="112" width="14" height="50" rx="7" fill="{m}"/>',
  earbuds:
    '<rect x="36" y="92" width="128" height="76" rx="34" fill="{m}"/><path fill="{d}" d="M36 122h128v6H36z"/><circle cx="100" cy="146" r="5" fill="{a}"/><path fill="{l}" d="M60 36c18-6 30 6 28 20l-4 6v26H72V66c-16 0-24-22-12-30zm80 0c-18-6-30 6-28 20l4 6v26h12V66c16 0 24-22 12-30z"/><circle cx="66" cy="50" r="8" fill="{d}"/><circle cx="134" cy="50" r="8" fill="{d}"/>',
  speaker:
    '<rect x="56" y="22" width="88" height="156" rx="18" fill="{m}"/><rect x="64" y="30" width="72" height="140" rx="12" fill="{d}" opacity=".55"/><circle cx="100" cy="62" r="18" fill="{l}"/><circle cx="100" cy="62" r="8" fill="{d}"/><circle cx="100" cy="124" r="32" fill="{l}"/><circle cx="100" cy="124" r="20" fill="{d}"/><circle cx="100" cy="124" r="8" fill="{a}"/>',
  charger:
    '<path fill="none" stroke="{d}" stroke-width="9" stroke-linecap="round" d="M70 118c0 70 88 62 88 4 0-36-44-22-44-58"/><rect x="38" y="44" width="64" height="78" rx="14" fill="{m}"/><path fill="{d}" d="M54 22h10v24H54zm22 0h10v24H76z"/><rect x="98" y="26" width="32" height="44" rx="8" fill="{l}"/><rect x="106" y="14" width="16" height="14" rx="4" fill="{d}"/><path fill="{a}" d="m74 62-18 26h12l-6 20 20-28H70z"/>',
  phone:
    '<rect x="54" y="20" width="92" height="160" rx="20" fill="{m}"/><rect x="54" y="20" width="92" height="160" rx="20" fill="none" stroke="{d}" stroke-width="5"/><rect x="66" y="32" width="42" height="46" rx="14" fill="{d}"/><circle cx="80" cy="46" r="8" fill="{l}"/><circle cx="94" cy="64" r="8" fill="{l}"/><path fill="{l}" opacity=".3" d="M138 24 74 176H72c-10 0-16-6-16-16l60-138z"/><circle cx="118" cy="138" r="10" fill="{a}"/>',
  router:
    '<path stroke="{d}" stroke-width="8" stroke-linecap="round" d="M56 112V56m88 56V56"/><rect x="30" y="108" width="140" height="46" rx="16" fill="{m}"/><path fill="{d}" opacity=".5" d="M30 134h140v4c0 10-6 16-16 16H46c-10 0-16-6-16-16z"/><g fill="{a}"><circle cx="54" cy="124" r="5"/><circle cx="74" cy="124" r="5"/><circle cx="94" cy="124" r="5"/></g><g fill="none" stroke="{l}" stroke-width="7" stroke-linecap="round"><path d="M84 82c8-9 24-9 32 0M72 66c15-17 41-17 56 0"/></g><circle cx="100" cy="96" r="6" fill="{l}"/>',
  bulb: '<path fill="{l}" d="M100 20c38 0 60 28 60 58 0 24-16 36-24 52H64c-8-16-24-28-24-52 0-30 22-58 60-58z"/><path fill="none" stroke="{a}" stroke-width="5" d="M84 128V92l-10-14m42 50V92l10-14M84 94h32"/><path fill="{d}" d="M68 132h64v12H68zm4 16h56v12H72zm8 16h40c-4 14-36 14-40 0z"/><path fill="#fff" opacity=".6" d="M62 70c2-16 12-28 26-32-10 12-16 22-18 34z"/>',
  laptop:
    '<rect x="38" y="44" width="124" height="86" rx="9" fill="{d}"/><rect x="46" y="52" width="108" height="70" rx="3" fill="{l}"/><path fill="{m}" d="M46 104c26-30 44-6 60-20s30-22 48-14v49c0 2-1 3-3 3H49c-2 0-3-1-3-3z"/><circle cx="76" cy="74" r="9" fill="{a}"/><path fill="{m}" d="M20 136h160l-8 16c-2 4-6 6-10 6H38c-4 0-8-2-10-6z"/><path fill="{d}" d="M82 136h36l-4 7H86z"/>',
  keyboard:
    '<rect x="18" y="62" width="164" height="82" rx="14" fill="{m}"/><g fill="{l}"><path d="M32 76h16v14H32zm22 0h16v14H54zm22 0h16v14H76zm22 0h16v14H98zm22 0h16v14h-16zM32 96h22v14H32zm28 0h16v14H60zm22 0h16v14H82zm22 0h16v14h-16zm22 0h16v14h-16zm22 0h20v14h-20zM32 116h16v14H32zm98 0h16v14h-16zm22 0h16v14h-16z"/></g><path fill="{a}" d="M142 76h26v14h-26z"/><path fill="{d}" d="M54 116h70v14H54z"/>',
  monitor:
    '<rect x="22" y="36" width="156" height="102" rx="10" fill="{d}"/><rect x="30" y="44" width="140" height="86" rx="4" fill="{l}"/><path fill="{m}" d="M30 112c30-34 52-8 76-26s40-22 64-12v52c0 2-2 4-4 4H34c-2 0-4-2-4-4z"/><circle cx="66" cy="72" r="11" fill="{a}"/><path fill="{d}" d="M88 138h24l4 24H84zm-22 24h68v8H66z"/>',
  drive:
    '<rect x="58" y="26" width="84" height="122" rx="16" fill="{m}"/><path fill="{l}" opacity=".4" d="M74 26h14v122H74c-10 0-16-8-16-16V42c0-8 6-16 16-16z"/><rect x="86" y="146" width="28" height="22" rx="4" fill="{d}"/><path fill="{d}" d="M94 168h12v14H94z"/><circle cx="122" cy="46" r="5" fill="{a}"/><path stroke="{d}" stroke-width="4" d="M76 128h48M76 116h30"/>',
} as const;
