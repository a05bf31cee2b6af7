export { PreviewModule } from './preview.module.ts';
