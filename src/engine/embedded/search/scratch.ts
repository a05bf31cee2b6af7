/**
 * Working memory of searches, one slot a document, kept between searches because clearing what was touched is cheaper
 * than allocating. Searches are synchronous, so one set serves the whole process.
 */
export class Scratch {
  /** Best cost of the present group plus one; 0 is "not met". */
  best = new Uint32Array(0);
  /** Cost of the documents that matched so far. */
  cost = new Uint32Array(0);
  /** Documents met by the present group, and those that remain. */
  met = new Uint32Array(0);
  candidates = new Uint32Array(0);
  /** Best cost over all readings plus one. */
  score = new Uint32Array(0);
  matched = new Uint32Array(0);
  /** Words of the query (bits) that a document has, or that its whole values cover. */
  words = new Uint16Array(0);
  /** 1 for documents of the list that is being intersected; 0 between uses. */
  marks = new Uint8Array(0);
  /** One bit a document: those that some terms have, while they are put together; 0 between uses. */
  noted = new Int32Array(0);
  /** One byte a document each; 0 between uses. */
  #tables: Uint8Array[] = [];

  /** Tables are made when they are first needed: a union has one for each cost among its terms. */
  tableOf(at: number): Uint8Array {
    return (this.#tables[at] ??= new Uint8Array(this.best.length));
  }

  reserve(documents: number): void {
    if (this.best.length >= documents) return;
    const size = Math.ceil(documents * 1.25);
    this.best = new Uint32Array(size);
    this.cost = new Uint32Array(size);
    this.met = new Uint32Array(size);
    this.candidates = new Uint32Array(size);
    this.score = new Uint32Array(size);
    this.matched = new Uint32Array(size);
    this.words = new Uint16Array(size);
    this.marks = new Uint8Array(size);
    this.noted = new Int32Array(Math.ceil(size / 32));
    this.#tables = [];
  }
}

export const scratch = new Scratch();
