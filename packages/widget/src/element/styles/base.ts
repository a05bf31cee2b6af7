/** Custom properties are read once, here; `--_x` are our own names for what came of them. */
export const base = `
:host {
  --_accent: var(--mirabel-accent, light-dark(#1f5f4f, #8fd3bd));
  --_on-accent: var(--mirabel-on-accent, light-dark(#fff, #0f1f1a));
  --_text: var(--mirabel-text, light-dark(#1c2422, #eef2f0));
  --_muted: var(--mirabel-muted, light-dark(#5a6562, #a9b5b1));
  --_surface: var(--mirabel-surface, light-dark(#fff, #161c1a));
  --_raised: var(--mirabel-raised, light-dark(#f4f6f5, #212a27));
  --_border: var(--mirabel-border, light-dark(#dfe5e2, #34403c));
  --_field-border: var(--mirabel-field-border, light-dark(#808c88, #7b8985));
  --_mark: var(--mirabel-mark, light-dark(#e3f1e9, #2c4a40));
  --_alert: var(--mirabel-alert, light-dark(#9a3324, #f0a897));
  --_picture: var(--mirabel-picture, light-dark(#f1f3f2, #26302d));
  --_radius: var(--mirabel-radius, 10px);
  --_shadow: var(--mirabel-shadow, 0 18px 48px rgb(8 22 18 / 0.18), 0 2px 8px rgb(8 22 18 / 0.08));
  display: block;
  color: var(--_text);
  font-family: var(--mirabel-font, inherit);
  font-size: var(--mirabel-font-size, 1rem);
  line-height: 1.45;
  text-align: start;
}
:host([hidden]) { display: none; }
:host([theme='light']) { color-scheme: light; }
:host([theme='dark']) { color-scheme: dark; }
:host([theme='auto']) { color-scheme: light dark; }
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
button, input, select { font: inherit; color: inherit; margin: 0; }
button, select, a, label { touch-action: manipulation; }
button { cursor: pointer; }
ul { list-style: none; margin: 0; padding: 0; }
a { color: inherit; }
.icon { display: block; flex: none; }
mark { background: var(--_mark); color: inherit; border-radius: 3px; box-shadow: 0 0 0 1px var(--_mark); }
:focus-visible { outline: 2px solid var(--_accent); outline-offset: 2px; }
.visually-hidden {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.button {
  display: inline-flex; align-items: center; justify-content: center; gap: 0.5em; min-block-size: 2.5rem;
  padding: 0.4rem 0.9rem; border: 1px solid var(--_field-border); border-radius: var(--_radius);
  background: var(--_surface); color: var(--_text); text-decoration: none;
}
.button:hover { background: var(--_raised); }
.link {
  padding: 0.35rem 0; border: 0; background: none; color: var(--_accent); text-decoration: underline;
  text-underline-offset: 0.2em; min-block-size: 2rem;
}
.correction { margin: 0; color: var(--_muted); }
.correction a { color: var(--_accent); font-weight: 600; text-underline-offset: 0.2em; }

.picture {
  position: relative; display: grid; place-items: center; overflow: hidden; flex: none;
  background: var(--_picture); color: var(--_muted); border-radius: calc(var(--_radius) - 2px);
}
.picture .icon { inline-size: 32%; block-size: auto; opacity: 0.45; }
.picture img { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover; background: var(--_picture); }
.about { display: block; min-inline-size: 0; }
.title { overflow-wrap: anywhere; }
.brand { color: var(--_muted); font-size: 0.875em; overflow-wrap: anywhere; }
.price { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.sold-out { color: var(--_alert); font-size: 0.875em; white-space: nowrap; }
.facts { display: flex; flex-wrap: wrap; gap: 0.1rem 0.75rem; align-items: baseline; }

.banner {
  display: flex; align-items: center; gap: 0.9rem; padding: 0.8rem 1rem; border-radius: var(--_radius);
  background: var(--_mark); color: var(--_text); text-decoration: none;
}
a.banner:hover strong { text-decoration: underline; text-underline-offset: 0.2em; }
.banner-image { inline-size: 3.5rem; block-size: 3.5rem; object-fit: cover; border-radius: 6px; }

.notice { display: grid; justify-items: center; gap: 0.35rem; padding: 2rem 1.25rem; text-align: center; color: var(--_muted); }
.notice .icon { inline-size: 2.2rem; block-size: 2.2rem; opacity: 0.7; margin-block-end: 0.35rem; }
.notice p { margin: 0; max-inline-size: 32rem; overflow-wrap: anywhere; }
.notice .notice-title { color: var(--_text); font-weight: 600; font-size: 1.1em; }
.notice .button { margin-block-start: 0.75rem; }

.skeleton { --_shape: light-dark(#e9eeec, #26302d); }
.skeleton i, .skeleton b { display: block; background: var(--_shape); border-radius: 6px; animation: breathe 1.4s ease-in-out infinite alternate; }
@keyframes breathe { to { opacity: 0.45; } }
.stale { opacity: 0.55; transition: opacity 0.15s 0.25s; }
@media (prefers-reduced-motion: reduce) {
  *, ::before, ::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  mark { background: Mark; color: MarkText; }
  .option[aria-selected='true'], .value[aria-pressed='true'], .page[aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
}
`;
