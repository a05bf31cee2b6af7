export { MirabelError, type FieldError } from './errors.ts';
