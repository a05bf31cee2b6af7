export { BootstrapModule } from './bootstrap.module.ts';
export { BrowserFiles, type BrowserFile } from './browser-files.ts';
