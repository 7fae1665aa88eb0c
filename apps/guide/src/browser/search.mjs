// The search of the guide. It loads its index when the field is first used.
import MiniSearch from 'minisearch';
import { ask, searchOptions } from '../search-options.mjs';

const form = document.querySelector('form[role=search]');
const field = form.querySelector('input');
const found = form.querySelector('.found');
const status = form.querySelector('[role=status]');
const list = form.querySelector('ol');
const { root, index: address } = form.dataset;

let loading;
async function loadIndex() {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  return MiniSearch.loadJSON(await answer.text(), searchOptions);
}

async function search() {
  const text = field.value.trim();
  found.hidden = text === '';
  if (text === '') return;
  loading ??= loadIndex();
  try {
    const index = await loading;
    // The person has typed on meanwhile.
    if (text === field.value.trim()) show(ask(index, text));
  } catch {
    loading = undefined;
    status.textContent = 'The search does not load. Type again to retry.';
  }
}

function show(answers) {
  status.textContent = answers.length === 0 ? 'Nothing found' : `${answers.length} found`;
  list.replaceChildren(...answers.map(itemOf));
}

function itemOf({ title, heading, address: page, lead }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = root + page;
  link.append(
    element('strong', heading),
    ...(heading === title ? [] : [element('small', title)]),
    element('span', lead),
  );
  item.append(link);
  return item;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

form.hidden = false;
field.addEventListener('focus', () => void (loading ??= loadIndex()).catch(() => (loading = undefined)));
field.addEventListener('input', () => void search());
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  field.focus();
});
document.addEventListener('click', ({ target }) => {
  // A link to a part of this page leaves the list open otherwise.
  if (!form.contains(target) || target.closest('.found a')) found.hidden = true;
});
