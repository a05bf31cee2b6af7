export {
  type CompiledMapping,
  compileMapping,
  MappingError,
  TRANSFORMS,
  type Mapping,
  type Transform,
  type Transforms,
} from './mapping.ts';
