export const overlay = `
.box {
  display: flex; align-items: center; gap: 0.25rem; min-block-size: 2.75rem; padding-inline: 0.85rem 0.3rem;
  border: 1px solid var(--_field-border); border-radius: var(--mirabel-box-radius, calc(var(--_radius) * 2.2));
  background: var(--_surface);
}
.box:focus-within { border-color: var(--_accent); box-shadow: 0 0 0 1px var(--_accent); }
.lens { color: var(--_muted); }
.input {
  flex: 1; min-inline-size: 0; padding: 0.5rem 0.4rem; border: 0; outline: 0; background: none; appearance: none;
  font-size: max(1em, 16px); text-overflow: ellipsis;
}
.input::placeholder { color: var(--_muted); opacity: 1; }
.input::-webkit-search-cancel-button, .input::-webkit-search-decoration { display: none; }
.plain, .submit { display: grid; place-items: center; flex: none; inline-size: 2.25rem; block-size: 2.25rem; padding: 0; border: 0; border-radius: 50%; }
.plain { background: none; color: var(--_muted); }
.plain:hover { background: var(--_raised); color: var(--_text); }
.submit { background: var(--_accent); color: var(--_on-accent); }
.submit .icon { inline-size: 18px; block-size: 18px; }
:host(:dir(rtl)) .submit .icon, :host(:dir(rtl)) :is(.group.all, .group.redirect) .icon { transform: scaleX(-1); }

.panel {
  position: fixed; inset: auto; margin: 0; padding: 0.5rem; border: 1px solid var(--_border);
  border-radius: calc(var(--_radius) + 4px); background: var(--_surface); color: var(--_text); box-shadow: var(--_shadow);
  overflow-y: auto; overscroll-behavior: contain; z-index: 2147483000;
}
.panel:not(.open) { display: none; }
.panel > .correction { padding: 0.5rem 0.65rem 0.25rem; }
.panel > .banner { margin: 0.25rem 0.25rem 0.5rem; }
.group + .group { margin-block-start: 0.35rem; padding-block-start: 0.35rem; border-block-start: 1px solid var(--_border); }
.heading { padding: 0.4rem 0.65rem 0.25rem; color: var(--_muted); font-size: 0.8125em; font-weight: 600; letter-spacing: 0.02em; }
.option {
  display: flex; align-items: center; gap: 0.8rem; padding: 0.45rem 0.65rem; border-radius: var(--_radius);
  text-decoration: none; color: var(--_text); cursor: pointer; scroll-margin-block: 0.5rem;
}
.option:hover { background: var(--_raised); }
.option[aria-selected='true'] { background: var(--_raised); box-shadow: inset 0 0 0 2px var(--_accent); }
.option > .about { flex: 1; }
.option > span { min-inline-size: 0; overflow-wrap: anywhere; }
.group.query .icon { inline-size: 16px; block-size: 16px; color: var(--_muted); }
.option .title { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; line-height: 1.3; }
.option .picture { inline-size: 3.25rem; block-size: 3.25rem; }
:is(.group.all, .group.redirect) .option { justify-content: space-between; color: var(--_accent); font-weight: 600; }
.skeleton.row { display: grid; grid-template-columns: 3.25rem 1fr; gap: 0.4rem 0.8rem; padding: 0.45rem 0.65rem; }
.skeleton.row i { grid-row: span 2; block-size: 3.25rem; }
.skeleton.row b { block-size: 0.9rem; align-self: end; }
.skeleton.row b + b { inline-size: 40%; align-self: start; }
@media (max-width: 639.98px) {
  .panel { border-inline: 0; border-radius: 0 0 calc(var(--_radius) + 4px) calc(var(--_radius) + 4px); }
  .option { min-block-size: 2.75rem; }
}
`;
