import type { CatalogDocument } from '../../src/engine/port/index.ts';
import { tokenize } from '../../src/text/index.ts';
import type { Contender } from './contenders.ts';

/** Things shoppers ask for in one word, each of which a shop also sells much for. */
const HEADS = 'laptop notebook phone tablet camera printer monitor projector mouse keyboard headset tv'.split(' ');

/** Nouns that make a title an accessory, spare part or consumable, in the judgement of this bench. */
const ACCESSORIES = new Set(
  `adapter adaptor antenna arm backpack bag base battery belt bracket brush cabinet cable carrier cart cartridge case
  charger cleaner connector cooler cord cover cradle dock docking drum enclosure extension extender feeder filter frame
  fuser glass grip holder housing hub ink key keyboards kit lamp lead lens lock mount mounting pad pack panel part pillow
  pod pole protector rack receiver ribbon riser roller screen sharing shell skin sleeve slipcase spare splitter stand
  stabilization station strap support switch table tape toner tray tripod trolley unit wallet`.split(/\s+/),
);
const ENDS = new Set(['for', 'with', 'w', 'to', 'incl', 'including', 'and', 'plus']);
const CUT = 10;

/** Share of the first ten of each head word that are the thing itself, by word; words that find under ten are left out. */
export async function headShares(
  contender: Contender,
  documents: readonly CatalogDocument[],
): Promise<Map<string, number>> {
  const titles = new Map(documents.map(({ id, title }) => [id, title]));
  const shares = new Map<string, number>();
  for (const word of HEADS) {
    const found = await contender.search(word, CUT);
    if (found.length < CUT) continue;
    shares.set(word, found.filter((id) => isThing(titles.get(id)!, word)).length / CUT);
  }
  return shares;
}

/** True when the title names the word, and no accessory before the words that begin its specification. */
function isThing(title: string, word: string): boolean {
  const words = tokenize(title).map(({ term }) => term);
  const end = words.findIndex((one, at) => at > 0 && ENDS.has(one));
  const name = end < 0 ? words : words.slice(0, end);
  return name.includes(word) && !name.some((one) => ACCESSORIES.has(one));
}
