export { demoCatalogue } from './catalogue.ts';
export type { DemoDocument } from './document.ts';
export { demoImage } from './image.ts';
