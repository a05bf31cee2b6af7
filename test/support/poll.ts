/** Looks again until there is something; the deadline is for the case that there never is. */
export async function poll<T>(look: () => Promise<T | null>, seconds = 120): Promise<T> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`nothing after ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until it holds. How soon it does is a matter of the benchmarks. */
export async function eventually(holds: () => Promise<boolean>, seconds?: number): Promise<void> {
  await poll(async () => ((await holds()) ? true : null), seconds);
}
