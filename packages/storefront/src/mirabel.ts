/** What the shop uses of the SDK that the bootstrap script puts on the page. */
export interface Mirabel {
  trackConversion(order: {
    order_id: string;
    currency: string;
    items: { item_id: string; revenue: string; quantity: number }[];
  }): Promise<unknown>;
  setConsent(granted: boolean): void;
}

/** Null while the script is not there: blocked, or the service is down. The shop works without. */
export function mirabel(): Mirabel | null {
  return (window as { mb?: Mirabel }).mb ?? null;
}
