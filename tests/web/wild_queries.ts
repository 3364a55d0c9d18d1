const BEYOND = '99999999999999999999999999'
/** What stands where an address has a key. */
export const KEYS = ['0', '-1', '1.5', 'abc', BEYOND, '2147483648', '%00', '%ED%A0%80', '2026-02-31', '1e3']
const NAMES =
  'site_ids status amount provider_id currency kind category_id to from account_id tab ids code alarm user_id source site_id severity category center_id assignee view until step sort skip role page origin operation open on mode method line level length journal items invoice_id employee_id cursor created_by count concept bucket at as_of action period month measure key year upload bank contract'.split(
    ' '
  )
const SPANS = ['posted', 'due', 'received', 'issued', 'pay', 'booked', 'paid', 'created', 'starts']
const all = (names: readonly string[], value: string) => names.map((name) => `${name}=${value}`).join('&')
const CURSORS = [
  '["x",1]',
  '["2026-02-31",1]',
  '[null,1]',
  '[{"a":1},1]',
  '["99999999999999999999",1]',
  '["a\\u0000",1]',
  '["9999-12-31 25:00:00+00",1]',
  '["1e5",1]',
  '["1",9007199254740993]',
  'x',
  '{}',
  '[1]',
  '{"key":"x","value":"y"}',
  `{"key":${BEYOND},"value":null}`,
  '{"key":1,"value":{"a":1}}',
  '{"key":1,"value":"2026-02-31"}',
  '[1,"a\\u0000"]',
]
/** Every name at once with the same nonsense: a filter that fails, fails whatever stands beside it. */
export const QUERIES = [
  ...['%00', BEYOND, '-1', '1.5', '2026-02-31', '%ED%A0%80', 'x%27%22%25_', '9999-12-31', '0001-01-01'].map(
    (value) =>
      all(
        NAMES.filter((name) => name !== 'cursor'),
        value
      )
  ),
  NAMES.map((name) => `${name}[]=1&${name}[]=x`).join('&'),
  NAMES.map((name) => `${name}[a][b]=1`).join('&'),
  'page[]=1&per_page[]=all&sort[]=x&q[]=1',
  `page=${BEYOND}&per_page=${BEYOND}&sort=-__proto__&q=${'a'.repeat(3000)}`,
  'per_page=all&page=2',
  ...['9999-12-31', '1000-01-01', '99999-01-01'].map((day) =>
    SPANS.map((span) => `${span}_from=${day}&${span}_to=${day}`).join('&')
  ),
  `amount_min=${BEYOND}&amount_max=-${BEYOND}`,
  'period=9999-12&from=9999-12&to=9999-12&month=9999-12',
  ...['', '-posted_on', 'amount', 'name', 'code'].map(
    (sort) => `per_page=all&sort=${sort}&cursor=${Buffer.from(`{"key":1,"value":"x"}`).toString('base64url')}`
  ),
  ...CURSORS.map((cursor) => `per_page=all&cursor=${Buffer.from(cursor).toString('base64url')}`),
  ...CURSORS.map((cursor) => `per_page=all&cursor=${encodeURIComponent(cursor)}`),
]
