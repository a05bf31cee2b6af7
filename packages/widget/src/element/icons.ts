import { svg, type TemplateResult } from 'lit-html';

const icon = (body: TemplateResult): TemplateResult =>
  svg`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`;

export const lens = icon(svg`<circle cx="11" cy="11" r="6.5"></circle><path d="m16 16 4.5 4.5"></path>`);
export const cross = icon(svg`<path d="m6.5 6.5 11 11m0-11-11 11"></path>`);
export const arrow = icon(svg`<path d="M5 12h14m-5.5-5.5L19 12l-5.5 5.5"></path>`);
export const chevron = icon(svg`<path d="m9.5 6 6 6-6 6"></path>`);
export const sliders = icon(
  svg`<path d="M4 8h9m5 0h2M4 16h2m5 0h9"></path><circle cx="15.5" cy="8" r="2.2"></circle><circle cx="8.5" cy="16" r="2.2"></circle>`,
);
export const parcel = icon(svg`<path d="m4 8 8-4 8 4v8l-8 4-8-4zm0 0 8 4 8-4m-8 4v8"></path>`);
export const cloud = icon(
  svg`<path d="M7.5 18.5a4 4 0 0 1-.6-8 5.5 5.5 0 0 1 10.4 1.3 3.4 3.4 0 0 1 .2 6.7zM4 4l16 16"></path>`,
);
