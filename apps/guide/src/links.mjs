import path from 'node:path';
import { anchorOf } from './anchors.mjs';
import { nameOf, sections } from './sections.mjs';

/** Pictures and descriptions that pages show or link. */
const isAsset = (file) => /^(docs|bench)\/.*\.(png|svg|json)$/.test(file);
/** Files that must be pages, if one links them. */
const mustBePage = (file) => /^(docs\/.*|bench\/.*\.md|deploy\/kubernetes\/.*\.md|[A-Z]+\.md)$/.test(file);
const ofProduct = 'http://localhost:8080/';

/** Resolves the links of all pages, and collects the broken ones. */
export class Links {
  /** Each with its file. @type {Set<string>} */
  broken = new Set();
  /** Files to copy: relative to the checkout → below `/guide/`. @type {Map<string, string>} */
  assets = new Map();

  /** @param {import('./read-pages.mjs').Page[]} pages */
  constructor(pages) {
    this.pages = new Map(pages.map((page) => [page.file, page]));
    this.folders = new Map(
      sections.flatMap(({ folders = [] }) => folders.map(({ folder, title }) => [folder, `#${anchorOf(title)}`])),
    );
  }

  /**
   * The address of a link.
   *
   * @param from the page that has the link
   * @param suffix of the addresses of pages: `.md` in their Markdown
   * @returns undefined for a file that is not part of the guide
   */
  resolve(target, from, suffix = '') {
    const up = upwards(from.name);
    if (target.startsWith(ofProduct)) return `${up}../${target.slice(ofProduct.length)}`;
    if (/^[a-z]+:/.test(target)) return target;
    const [linked, anchor] = target.split('#');
    const file = linked === '' ? from.file : path.posix.join(path.posix.dirname(from.file), linked);
    const folder = file.replace(/\/$/, '');
    const page = this.pages.get(file) ?? this.pages.get(`${folder}/README.md`);
    if (page) return this.toPage(page, anchor, { target, from, linked, suffix });
    if (file === 'README.md') return up;
    if (this.folders.has(folder)) return `${up}${this.folders.get(folder)}`;
    if (isAsset(file)) return `${up}${this.asset(file)}`;
    if (mustBePage(file)) this.broken.add(`${from.file}: ${target}`);
    return undefined;
  }

  toPage(page, anchor, { target, from, linked, suffix }) {
    if (anchor !== undefined && !page.anchors.has(anchor)) this.broken.add(`${from.file}: ${target}`);
    const hash = anchor === undefined ? '' : `#${anchor}`;
    return linked === '' ? hash : `${upwards(from.name)}${page.name}${suffix}${hash}`;
  }

  asset(file) {
    const name = path.posix.extname(file) === '.json' ? path.posix.basename(file) : nameOf(file);
    this.assets.set(file, name);
    return name;
  }
}

/** From a page to the first one: `./` or `../`. */
export const upwards = (name) => '../'.repeat(name.split('/').length - 1) || './';
