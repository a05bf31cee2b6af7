export { PanelModule } from './panel.module.ts';
