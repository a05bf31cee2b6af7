export { createApiDocument, serveApiDocument } from './document.ts';
export { DocsController } from './docs.controller.ts';
export { errorTable } from './error-pages.ts';
