/** Another process has the work now, or it is gone: nothing more may be written for it. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/**
 * Renews a lease four times in its span, and stops the work when it cannot be kept: by its end another process may have
 * begun. `renew` answers false when the lease is somebody else's. Returns how to stop renewing.
 */
export function keepLease(seconds: number, renew: () => Promise<boolean>, abort: AbortController): () => void {
  let renewedAt = performance.now();
  const attempt = async (): Promise<void> => {
    const askedAt = performance.now();
    try {
      if (await renew()) renewedAt = askedAt;
      else abort.abort(new LeaseLost());
    } catch {
      if (performance.now() - renewedAt > seconds * 1_000) abort.abort(new LeaseLost());
    }
  };
  const timer = setInterval(() => void attempt(), (seconds * 1_000) / 4);
  return () => clearInterval(timer);
}
