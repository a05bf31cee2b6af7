export { CatalogFeed } from './catalog-feed.ts';
export { CatalogWriter, type CommitListener } from './catalog-writer.ts';
export type { DocumentError } from './document-fields.ts';
export { readEntry, type Entry } from './document.ts';
export { DocumentSchema } from './dto/item.dto.ts';
export { SOURCE, SOURCE_HELP } from './item.ts';
export type { CatalogWrite, Item, WriteOutcome, WriteStatus } from './item.ts';
export { ItemsModule } from './items.module.ts';
export { WriteGate } from './write-gate.ts';
