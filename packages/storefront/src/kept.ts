/** A value in the browser's storage; in memory where there is none (blocked, full, private). */
export class Kept<Value> {
  #memory: Value;

  constructor(
    private readonly name: string,
    private readonly area: 'localStorage' | 'sessionStorage',
    otherwise: Value,
  ) {
    this.#memory = otherwise;
  }

  get(): Value {
    try {
      const text = window[this.area].getItem(this.name);
      if (text !== null) this.#memory = JSON.parse(text) as Value;
    } catch {
      // What is in memory counts.
    }
    return this.#memory;
  }

  set(value: Value): void {
    this.#memory = value;
    try {
      window[this.area].setItem(this.name, JSON.stringify(value));
    } catch {
      // It lives as long as the page.
    }
  }
}
