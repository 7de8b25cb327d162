// Shows the totals that the service pushes. Amounts are exact decimals in strings and stay strings here: they are grouped
// for reading, never parsed into numbers.

const STREAM = '/v1/dashboard/totals/stream';
// The service says something every ten seconds; after this long in silence the connection is taken for dead.
const SILENCE_MS = 25_000;
const RETRY_MS = 2_000;

const byId = (id) => document.getElementById(id);
const group = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',');

/** '-1234567.50' → '-1,234,567.50' */
function groupAmount(amount) {
  const [whole, fraction] = amount.split('.');
  return fraction === undefined ? group(whole) : `${group(whole)}.${fraction}`;
}

function show(view) {
  document.body.dataset.view = view;
}

function showConnection(state, text) {
  byId('connection').dataset.state = state;
  byId('connection-text').textContent = text;
  document.body.dataset.old = String(state === 'reconnecting');
}

function element(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) {
    made.textContent = text;
  }
  return made;
}

function statusRow(total, allItems) {
  const row = element('tr', '');
  row.append(element('td', total.status === null ? 'status none' : 'status', total.status ?? 'no status'));
  const share = element('td', 'wide');
  const bar = element('div', 'bar');
  const filled = element('span', '');
  filled.style.width = `${(100 * total.items) / allItems}%`;
  bar.append(filled);
  share.append(bar);
  row.append(share);
  row.append(element('td', 'count', group(String(total.items))));
  row.append(element('td', 'count', groupAmount(total.amount)));
  return row;
}

/** 'partition 3 (why), partition 5 (why)' */
const partitions = (some) => some.map((one) => `partition ${one.partition} (${one.reason})`).join(', ');

/** What was shown last, by status, to tell which rows to light up. */
let shown = new Map();

function showTotals(totals) {
  byId('amount').textContent = groupAmount(totals.amount);
  byId('items').textContent = group(String(totals.items));
  byId('orders').textContent = group(String(totals.orders));
  showAsOf(totals.at);
  const partial = byId('partial');
  partial.textContent = [
    totals.complete ? '' : `Partial: ${partitions(totals.missing)} cannot be read here.`,
    totals.stale.length === 0 ? '' : `Stale: items of ${partitions(totals.stale)} may have been deleted since.`,
  ].filter((sentence) => sentence !== '').join(' ');
  partial.hidden = partial.textContent === '';

  const now = new Map(totals.by_status.map((total) => [total.status, `${total.items} ${total.amount}`]));
  byId('rows').replaceChildren(...totals.by_status.map((total) => {
    const row = statusRow(total, totals.items);
    if (shown.size > 0 && shown.get(total.status) !== now.get(total.status)) {
      row.className = 'changed';
    }
    return row;
  }));
  shown = now;
  show(totals.complete && totals.items === 0 ? 'empty' : 'totals');
}

function showNotReady(notReady) {
  byId('partial').hidden = true;
  byId('reason').textContent = notReady.reason;
  byId('partitions').replaceChildren(...notReady.partitions.map((partition) => {
    const state = partition.state.toLowerCase().replaceAll('_', ' ');
    const behind = !partition.lag ? '' : `, ${group(String(partition.lag))} behind`;
    const item = element('li', '', `Partition ${partition.partition}: ${state}${behind}`);
    item.dataset.state = partition.state;
    return item;
  }));
  shown = new Map();
  show('not-ready');
}

function showAsOf(at) {
  const time = byId('as-of');
  time.dateTime = at;
  time.textContent = new Date(at).toLocaleTimeString();
}

function connect() {
  const source = new EventSource(STREAM);
  let silence;
  const heard = () => {
    showConnection('live', 'Live');
    clearTimeout(silence);
    silence = setTimeout(again, SILENCE_MS);
  };
  const again = () => {
    clearTimeout(silence);
    source.close();
    showConnection('reconnecting', 'Reconnecting');
    setTimeout(connect, RETRY_MS);
  };
  source.addEventListener('totals', (event) => {
    heard();
    showTotals(JSON.parse(event.data));
  });
  source.addEventListener('not-ready', (event) => {
    heard();
    showNotReady(JSON.parse(event.data));
  });
  source.addEventListener('error', again);
  silence = setTimeout(again, SILENCE_MS);
}

connect();
