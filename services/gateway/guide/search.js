/** Searches the guide in the page: the index was made with the pages, and is loaded with the first letter. */
import MiniSearch from './minisearch.js';

const FOUND_MAX = 12;
const query = document.getElementById('query');
const found = document.getElementById('found');
const count = document.getElementById('count');

let loading;
const load = () =>
  (loading ??= fetch('/docs/guide/search-index.json')
    .then((answer) => {
      if (!answer.ok) throw new Error(`the index answers with ${answer.status}`);
      return answer.json();
    })
    .then(({ index, options }) => MiniSearch.loadJS(index, options))
    .catch((error) => {
      // The next letter asks again.
      loading = undefined;
      throw error;
    }));

function lineOf({ id, page, heading, excerpt }) {
  const link = document.createElement('a');
  link.href = `/docs/guide/${id}`;
  const detail = document.createElement('small');
  detail.textContent = heading === page ? excerpt : `${page} – ${excerpt}`;
  link.append(heading, detail);
  const line = document.createElement('li');
  line.append(link);
  return line;
}

async function search() {
  const words = query.value.trim();
  const results = words === '' ? [] : (await load()).search(words);
  // What was typed meanwhile is searched for by its own call.
  if (query.value.trim() !== words) return;
  found.replaceChildren(...results.slice(0, FOUND_MAX).map(lineOf));
  count.textContent = words === '' ? '' : `${results.length} found`;
}

query.addEventListener('input', () => {
  search().catch(() => {
    count.textContent = 'The search does not answer. Try again.';
  });
});
query.form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  query.value = '';
  found.replaceChildren();
  count.textContent = '';
});
// A result on the same page is no load of a page: the list goes away.
found.addEventListener('click', () => found.replaceChildren());
