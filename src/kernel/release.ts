/**
 * Gives the memory of a large buffer back at once, where nothing reads it any more. V8 hears of bytes outside its heap
 * late: the bodies and parameters of a sync of 50,000 items were 15 MiB more at its peak. One that shares its memory with
 * others stays as it is.
 */
export function release(bytes: Buffer): void {
  const { buffer, byteLength } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
