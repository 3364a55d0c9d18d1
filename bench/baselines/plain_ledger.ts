import type pg from 'pg'
import { seededRandom } from '../measure.js'

export const PLAIN_ACCOUNTS = 10_000
export const BATCH = 100

/**
 * The plainest ledgers PostgreSQL can keep, to compare with: entries of two lines under an idempotency key, foreign
 * keys, no companies, periods, numbers without gaps, documents or month totals. One function holds the balances on the
 * account rows (locked in order of their ids), one only appends lines, one posts a hundred entries at once.
 */
const PLAIN_LEDGER = `
  drop schema if exists bench_ledger cascade;
  create schema bench_ledger;
  set search_path = bench_ledger;
  create table account (id int primary key, balance bigint not null default 0, version bigint not null default 0) with (fillfactor = 70);
  create table entry (id bigint generated always as identity primary key, key text not null unique, kind text not null,
    booked_on date not null default current_date, created_at timestamptz not null default now());
  create table line (entry_id bigint not null references entry, position smallint not null, account_id int not null references account,
    amount bigint not null check (amount <> 0), primary key (entry_id, position));
  create index on line (account_id, entry_id) include (amount);
  create table probe (v bigint);
  insert into account (id) select generate_series(1, ${PLAIN_ACCOUNTS});
  analyze account;

  create function post_held(p_key text, p_accounts int[], p_amounts bigint[]) returns bigint language plpgsql as $$
  declare e bigint; a int; m bigint;
  begin
    if (select sum(x) from unnest(p_amounts) x) <> 0 then raise exception 'unbalanced'; end if;
    insert into entry (key, kind) values (p_key, 'bench') on conflict (key) do nothing returning id into e;
    if e is null then return (select id from entry where key = p_key); end if;
    insert into line select e, o, t.a, t.m from unnest(p_accounts, p_amounts) with ordinality as t(a, m, o);
    for a, m in select x.a, sum(x.m) from unnest(p_accounts, p_amounts) as x(a, m) group by x.a order by x.a loop
      update account set balance = balance + m, version = version + 1 where id = a;
    end loop;
    return e;
  end $$;

  create function post_append(p_key text, p_accounts int[], p_amounts bigint[]) returns bigint language plpgsql as $$
  declare e bigint;
  begin
    if (select sum(x) from unnest(p_amounts) x) <> 0 then raise exception 'unbalanced'; end if;
    insert into entry (key, kind) values (p_key, 'bench') on conflict (key) do nothing returning id into e;
    if e is null then return (select id from entry where key = p_key); end if;
    insert into line select e, o, a, m from unnest(p_accounts, p_amounts) with ordinality as t(a, m, o);
    return e;
  end $$;

  create function post_batch(p_keys text[], p_from int[], p_to int[], p_amounts bigint[]) returns int language plpgsql as $$
  declare n int;
  begin
    with src as (select * from unnest(p_keys, p_from, p_to, p_amounts) as t(k, f, d, m)),
    e as (insert into entry (key, kind) select k, 'bench' from src on conflict (key) do nothing returning id, key),
    j as (select e.id, src.* from e join src on src.k = e.key),
    l as (insert into line select id, 1, f, -m from j union all select id, 2, d, m from j returning account_id)
    select count(*) into n from l;
    perform 1 from account where id = any(p_from || p_to) order by id for no key update;
    update account set balance = balance + t.m, version = version + 1
      from (select a, sum(m) m from (select a, -m from unnest(p_from, p_amounts) as x(a, m) union all
        select a, m from unnest(p_to, p_amounts) as y(a, m)) z(a, m) group by a) t where account.id = t.a;
    return n;
  end $$`

export type Spread = 'random' | 'hot'
type Post = (client: pg.Client, spread: Spread) => Promise<unknown>

const random = seededRandom(42)
let sequence = 0
const nextKey = () => `${process.pid}-${Date.now()}-${sequence++}`

/** Two different accounts; the first is always the same one where it is hot. */
function drawPair(spread: Spread): [number, number] {
  const from = spread === 'hot' ? 1 : 1 + Math.floor(random() * PLAIN_ACCOUNTS)
  return [from, 1 + ((from + Math.floor(random() * (PLAIN_ACCOUNTS - 1))) % PLAIN_ACCOUNTS)]
}

const oneCall =
  (name: string): Post =>
  (client, spread) =>
    client.query({
      name,
      text: `select ${name}($1, $2, $3)`,
      values: [nextKey(), drawPair(spread), [-100, 100]],
    })

async function asMappersDo(client: pg.Client, spread: Spread): Promise<void> {
  const [from, to] = drawPair(spread)
  await client.query('begin')
  const both = [Math.min(from, to), Math.max(from, to)]
  await client.query('select id from account where id in ($1, $2) order by id for no key update', both)
  const made = await client.query<{ id: number }>(
    `insert into entry (key, kind) values ($1, 'bench') returning id`,
    [nextKey()]
  )
  const id = made.rows[0]?.id
  await client.query('insert into line values ($1, 1, $2, -100), ($1, 2, $3, 100)', [id, from, to])
  const move = 'update account set balance = balance + $2, version = version + 1 where id = $1'
  await client.query(move, [from, -100])
  await client.query(move, [to, 100])
  await client.query('commit')
}

function hundredAtOnce(client: pg.Client, spread: Spread): Promise<unknown> {
  const pairs = Array.from({ length: BATCH }, () => drawPair(spread))
  const values = [
    pairs.map(nextKey),
    pairs.map(([from]) => from),
    pairs.map(([, to]) => to),
    pairs.map(() => 100),
  ]
  return client.query({ name: 'post_batch', text: 'select post_batch($1, $2, $3, $4)', values })
}

let probes = 0

export const LIMITS: Record<string, Post> = {
  'limit: round trip (select 1)': (client) => client.query({ name: 'one', text: 'select 1' }),
  'limit: durable commit of one row': (client) =>
    client.query({ name: 'probe', text: 'insert into probe values ($1)', values: [probes++] }),
}

/** The ledger the product is compared with. */
export const REFERENCE = 'baseline: held balances, 1 call'

export const PLAIN_POSTS: Record<string, { post: Post; entries: number }> = {
  [REFERENCE]: { post: oneCall('post_held'), entries: 1 },
  'baseline: append only, 1 call': { post: oneCall('post_append'), entries: 1 },
  'baseline: as an ORM, 7 round trips': { post: asMappersDo, entries: 1 },
  [`baseline: ${BATCH} entries in 1 call`]: { post: hundredAtOnce, entries: BATCH },
}

export async function createPlainLedger(owner: pg.Client): Promise<void> {
  await owner.query(PLAIN_LEDGER)
  await owner.query('reset search_path')
}

/** Connections that see the plain ledger first. */
export async function openPlainLedger(
  connect: () => Promise<pg.Client>,
  count: number
): Promise<pg.Client[]> {
  const clients = await Promise.all(Array.from({ length: count }, connect))
  await Promise.all(clients.map((client) => client.query('set search_path = bench_ledger')))
  return clients
}
