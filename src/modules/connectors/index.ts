export { compileMapping, MappingError, type CompiledMapping, type Mapping, type Transforms } from './mapping.ts';
export { isTransform, TRANSFORMS, type Transform } from './transforms.ts';
