export { API_VERSION, createApiDocument, serveApiDocument } from './document.ts';
export { DocsController } from './docs.controller.ts';
export { errorsFile, openApiFile } from './generated-files.ts';
