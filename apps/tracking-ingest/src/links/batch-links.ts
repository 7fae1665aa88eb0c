import type { LinkCause } from './link-cause.js';

/**
 * One end of a link: an identifier of a node. A node is what a batch does not divide: a stored user point, or an identifier
 * that is new.
 */
export interface LinkEnd {
  node: string;
  /** The `identifierId`; undefined for a user point that is named by its id: any of its identifiers. */
  identifier_id?: string | undefined;
}

/** The link of a node with the nodes before it. */
export interface NodeLink {
  /** The identifier of the others; undefined: any. */
  from: string | undefined;
  /** Its own. */
  to: string | undefined;
  cause: LinkCause;
}

interface Link {
  ends: [LinkEnd, LinkEnd];
  cause: LinkCause;
}

/** The links that the claims of a batch add. Each joins what was apart, so they are a forest over the nodes. */
export class BatchLinks {
  private readonly links = new Map<string, Link[]>();

  add(from: LinkEnd, to: LinkEnd, cause: LinkCause): void {
    const link: Link = { ends: [from, to], cause };
    for (const { node } of link.ends) {
      const known = this.links.get(node);
      if (known) known.push(link);
      else this.links.set(node, [link]);
    }
  }

  /**
   * Takes an identifier out of the links, before it leaves its person. The node that a new one was linked with first takes its
   * place; links of a stored one hold any identifier of its person.
   */
  leave({ node, identifier_id }: LinkEnd): void {
    const links = this.links.get(node) ?? [];
    if (node !== identifier_id) {
      for (const { ends } of links)
        for (const end of ends)
          if (end.node === node && end.identifier_id === identifier_id) end.identifier_id = undefined;
      return;
    }
    this.links.delete(node);
    const [first, ...others] = links;
    const heir = first?.ends.find((end) => end.node !== node);
    if (!first || !heir) return;
    const ofHeir = (this.links.get(heir.node) ?? []).filter((link) => link !== first);
    this.links.set(heir.node, [...ofHeir, ...others]);
    for (const link of others) link.ends = [{ ...heir }, link.ends.find((end) => end.node !== node) ?? heir];
  }

  /**
   * Each node's link that leads towards the root of its tree: every node but the roots has one, which is stored with it.
   *
   * @param roots those that survive; of trees without any of them the first node is the root
   */
  towards(roots: Iterable<string>): Map<string, NodeLink> {
    const own = new Map<string, NodeLink>();
    if (this.links.size === 0) return own;
    const seen = new Set<string>();
    for (const nodes of [roots, this.links.keys()])
      for (const root of nodes) if (this.links.has(root)) this.walk(root, { seen, own });
    return own;
  }

  private walk(root: string, { seen, own }: { seen: Set<string>; own: Map<string, NodeLink> }): void {
    if (seen.has(root)) return;
    seen.add(root);
    const waiting = [root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop())
      for (const { ends, cause } of this.links.get(node) ?? []) {
        const [from, to] = ends[0].node === node ? ends : [ends[1], ends[0]];
        if (seen.has(to.node)) continue;
        seen.add(to.node);
        own.set(to.node, { from: from.identifier_id, to: to.identifier_id, cause });
        waiting.push(to.node);
      }
  }
}
