/** One session in so many searches without a fresh learned synonym. */
const SHARE = 20;

/**
 * Whether a session is kept from a synonym. By both ids, so that each synonym has its own sessions and nobody is kept from
 * all of them; the same on every process and, later, when the outcomes are counted.
 */
export function isHeldBack(sessionId: string, synonymId: string): boolean {
  return hash(`${synonymId} ${sessionId.toLowerCase()}`) % SHARE === 0;
}

/** FNV-1a (Fowler, Noll, Vo) with the finish of MurmurHash3: neighbouring ids must fall apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  value ^= value >>> 13;
  value = Math.imul(value, 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
