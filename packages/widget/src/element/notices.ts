import { html, nothing, type TemplateResult } from 'lit-html';
import type { Failure } from '../core/failure.ts';
import { plainText } from '../core/text.ts';
import type { Texts } from '../messages/index.ts';
import { cloud, lens } from './icons.ts';

export function failureNotice(failure: Failure, texts: Texts, again: () => void): TemplateResult {
  const { messages } = texts;
  return html`<div class="notice" part="notice failure">
    ${cloud}
    <p class="notice-title">${messages[failure]}</p>
    ${
      failure === 'unavailable'
        ? html`<p>${messages.unavailableHelp}</p>
            <button type="button" class="button" part="button" @click=${again}>${messages.again}</button>`
        : nothing
    }
  </div>`;
}

export function emptyNotice(query: string, texts: Texts): TemplateResult {
  const { messages } = texts;
  const title = query ? texts.say(messages.nothing, { query: plainText(query) }) : messages.nothingHere;
  return html`<div class="notice" part="notice empty">
    ${lens}
    <p class="notice-title"><bdi>${title}</bdi></p>
    <p>${messages.nothingHelp}</p>
  </div>`;
}

/** Grey shapes where the products will be; nothing for a screen reader, which hears the status instead. */
export function skeletons(count: number, kind: 'row' | 'tile'): TemplateResult {
  return html`<div class="skeletons ${kind}s" aria-hidden="true">
    ${Array.from({ length: count }, () => html`<div class="skeleton ${kind}"><i></i><b></b><b></b></div>`)}
  </div>`;
}
