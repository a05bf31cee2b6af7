import { EvidenceGatherer, ScoringContextReader, score } from '../../dist/src/modules/smart/learning/index.js';
import { CatalogueTexts } from '../../dist/src/modules/smart/learning/catalogue-texts.js';
import { EvidenceRepository } from '../../dist/src/modules/smart/learning/evidence.repository.js';

/** The learner as the service has it, and its parts that only the fit needs. */
export { score };
export { judge } from '../../dist/src/modules/smart/learning/scorer.js';
export { confidenceOf } from '../../dist/src/modules/smart/learning/confidence.js';
export { WEIGHTS } from '../../dist/src/modules/smart/learning/weights.js';

export function learningOf(database) {
  return {
    gatherer: new EvidenceGatherer(database, new EvidenceRepository()),
    reader: new ScoringContextReader(new CatalogueTexts(database)),
  };
}
