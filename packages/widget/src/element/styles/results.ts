export const results = `
.results { container-type: inline-size; container-name: results; display: grid; gap: 1rem; }
.head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 1.5rem; }
.summary {
  margin: 0; font-family: var(--mirabel-heading-font, inherit); font-size: var(--mirabel-heading-size, 1.35rem);
  font-weight: var(--mirabel-heading-weight, 600); line-height: 1.25; overflow-wrap: anywhere; min-inline-size: 0;
}
.summary:focus { outline: 0; }
.toolbar { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; }
.sort { display: flex; align-items: center; gap: 0.6rem; color: var(--_muted); }
.sort select {
  min-block-size: 2.5rem; max-inline-size: 100%; padding: 0.35rem 0.7rem; border: 1px solid var(--_field-border);
  border-radius: var(--_radius); background: var(--_surface); color: var(--_text);
}
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; }
.chip {
  display: inline-flex; align-items: center; gap: 0.35rem; min-block-size: 2rem; padding: 0.2rem 0.5rem 0.2rem 0.8rem; border: 1px solid var(--_border);
  border-radius: 99px; background: var(--_raised); overflow-wrap: anywhere; text-align: start;
}
.chip .icon { inline-size: 15px; block-size: 15px; color: var(--_muted); }
.chip:hover { border-color: var(--_field-border); }
.columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.25rem 2rem; align-items: start; }
.main { min-inline-size: 0; }
.pager { margin-block-start: 2.5rem; }
.filters { display: none; }
.filters.open { display: grid; gap: 1.25rem; padding: 1rem; border: 1px solid var(--_border); border-radius: var(--_radius); background: var(--_surface); }

.facet { margin: 0; padding: 0; border: 0; min-inline-size: 0; }
.facet legend { padding: 0; margin-block-end: 0.35rem; font-weight: 600; }
.value {
  display: flex; align-items: center; gap: 0.6rem; inline-size: 100%; min-block-size: 2.25rem; padding: 0.25rem 0.4rem; margin-inline: -0.4rem; border: 0; border-radius: 8px;
  background: none; cursor: pointer; text-align: start;
}
.value:hover { background: var(--_raised); }
.value input { inline-size: 1.1rem; block-size: 1.1rem; flex: none; accent-color: var(--_accent); }
.value .name { flex: 1; min-inline-size: 0; overflow-wrap: anywhere; }
.value .count { color: var(--_muted); font-size: 0.875em; font-variant-numeric: tabular-nums; }
.value[aria-pressed='true'] { font-weight: 600; color: var(--_accent); }
.tree .tree { padding-inline-start: 0.9rem; margin-inline-start: 0.15rem; border-inline-start: 1px solid var(--_border); }
.range { display: grid; grid-template-columns: 1fr 1fr auto; gap: 0.5rem; align-items: end; }
.range label { min-inline-size: 0; font-size: 0.875em; color: var(--_muted); }
.range input {
  display: block; inline-size: 100%; min-block-size: 2.5rem; padding: 0.3rem 0.5rem; border: 1px solid var(--_field-border); border-radius: 8px;
  background: var(--_surface); color: var(--_text); font-size: max(1rem, 16px); appearance: textfield;
}
.range input::-webkit-inner-spin-button { display: none; }
.range input::placeholder { color: var(--_muted); opacity: 1; }
.range .button { padding-inline: 0.7rem; }

.grid, .tiles {
  display: grid; gap: var(--mirabel-gap, 1.5rem 1rem);
  grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--mirabel-card-width, 9.5rem)), 1fr));
}
.card { position: relative; display: grid; align-content: start; gap: 0.6rem; min-inline-size: 0; }
.card .picture { aspect-ratio: var(--mirabel-picture-ratio, 1); border-radius: var(--_radius); }
.card .picture img { transition: transform 0.35s; }
.card:hover .picture img { transform: scale(1.03); }
.card .about { display: grid; gap: 0.15rem; }
.card .title { text-decoration: none; line-height: 1.3; }
.card .title::after { content: ''; position: absolute; inset: 0; border-radius: var(--_radius); }
.card .title:hover { text-decoration: underline; text-underline-offset: 0.2em; }
.card .title:focus-visible { outline: 0; }
.card .title:focus-visible::after { outline: 2px solid var(--_accent); outline-offset: 3px; }
.card .facts { margin-block-start: 0.15rem; }
.skeleton.tile i { aspect-ratio: 1; }
.skeleton.tile b { block-size: 0.9rem; }
.skeleton.tile b + b { inline-size: 45%; }
.divider {
  margin: 1.5rem 0 1rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--_border);
  font-family: var(--mirabel-heading-font, inherit); font-size: 1.1rem; font-weight: 600;
}
.divider:first-child { margin-block-start: 0; padding-block-start: 0; border: 0; }

.pager ul { display: flex; flex-wrap: wrap; justify-content: center; align-items: center; gap: 0.35rem; }
.page {
  display: grid; place-items: center; min-inline-size: 2.5rem; min-block-size: 2.5rem; padding: 0.25rem; border: 1px solid transparent; border-radius: var(--_radius);
  text-decoration: none; font-variant-numeric: tabular-nums;
}
.page:hover { background: var(--_raised); }
.page[aria-current] { background: var(--_accent); color: var(--_on-accent); }
.back .icon { transform: scaleX(-1); }
:host(:dir(rtl)) .pager .icon { transform: scaleX(-1); }
:host(:dir(rtl)) .pager .back .icon { transform: none; }
.gap { min-inline-size: 1.5rem; text-align: center; color: var(--_muted); }

@container results (max-width: 33.98rem) {
  .toolbar { inline-size: 100%; flex-wrap: nowrap; }
  .filters-button, .sort { flex: 1; min-inline-size: 0; }
  .sort select { inline-size: 100%; }
  .sort > span { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); }
}
@container results (min-width: 34rem) {
  .grid, .tiles { --mirabel-card-width: 11.5rem; }
}
@container results (min-width: 52rem) {
  .columns { grid-template-columns: var(--mirabel-filters-width, 14.5rem) minmax(0, 1fr); }
  .columns:has(.filters[hidden]) { grid-template-columns: minmax(0, 1fr); }
  .filters, .filters.open { display: grid; gap: 1.5rem; padding: 0; border: 0; background: none; }
  .filters-button { display: none; }
}
`;
