import type { FacetValue } from './wire.ts';

export interface CategoryNode {
  path: string;
  /** The last part of the path. */
  name: string;
  count: number;
  children: CategoryNode[];
}

const SEPARATOR = ' > ';

/** Builds a tree from paths such as "Clothing > Shoes". */
export function categoryTree(values: readonly FacetValue[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  for (const { value, count } of values) {
    const path = String(value);
    nodes.set(path, { path, name: path.slice(parentOf(path).length).replace(/^ > /, ''), count, children: [] });
  }
  const roots: CategoryNode[] = [];
  for (const node of nodes.values()) (nodes.get(parentOf(node.path))?.children ?? roots).push(node);
  return roots;
}

function parentOf(path: string): string {
  const at = path.lastIndexOf(SEPARATOR);
  return at < 0 ? '' : path.slice(0, at);
}

/** Whether the tree stands open at this node: it, or something below it, is chosen. */
export function opens({ path }: CategoryNode, chosen: string | undefined): boolean {
  return chosen !== undefined && (chosen === path || chosen.startsWith(path + SEPARATOR));
}
