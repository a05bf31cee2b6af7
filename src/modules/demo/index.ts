export { DemoModule } from './demo.module.ts';
export { demoCatalogue } from './catalogue/index.ts';
export { DEMO_SLUG, DemoShop, type DemoAccess } from './demo-shop.ts';
