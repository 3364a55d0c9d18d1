import type pg from 'pg'

/**
 * A small double-entry book to compare with, written for this: transfers between two accounts in one SQL function,
 * balances held on the account rows, which are locked in order of their ids; each side keeps the balance before and
 * after. No numbering without gaps, idempotency, periods, companies or documents.
 */
export const REFERENCE_SCHEMA = `
  drop schema if exists bench_reference cascade;
  create schema bench_reference;
  create table bench_reference.account (id int primary key, balance bigint not null default 0, version bigint not null default 0);
  create table bench_reference.transfer (id bigint generated always as identity primary key, from_id int not null references bench_reference.account,
    to_id int not null references bench_reference.account, amount bigint not null check (amount > 0), created_at timestamptz not null default now());
  create table bench_reference.side (id bigint generated always as identity primary key, transfer_id bigint not null references bench_reference.transfer,
    account_id int not null references bench_reference.account, amount bigint not null, balance_before bigint not null, balance_after bigint not null,
    version bigint not null, created_at timestamptz not null default now());
  create index on bench_reference.side (transfer_id);
  create index on bench_reference.side (account_id, version desc);
  create index on bench_reference.transfer (from_id);
  create index on bench_reference.transfer (to_id);
  create table bench_reference.probe (v bigint);
  insert into bench_reference.account (id) select generate_series(1, 10000);
  analyze bench_reference.account;

  create function bench_reference.transfer_money(sender int, receiver int, cents bigint) returns bigint language plpgsql as $$
  declare made bigint; a bench_reference.account; b bench_reference.account;
  begin
    if sender = receiver then raise exception 'one account'; end if;
    perform 1 from bench_reference.account where id in (sender, receiver) order by id for update;
    insert into bench_reference.transfer (from_id, to_id, amount) values (sender, receiver, cents) returning id into made;
    update bench_reference.account set balance = balance - cents, version = version + 1 where id = sender returning * into a;
    update bench_reference.account set balance = balance + cents, version = version + 1 where id = receiver returning * into b;
    insert into bench_reference.side (transfer_id, account_id, amount, balance_before, balance_after, version)
      values (made, sender, -cents, a.balance + cents, a.balance, a.version), (made, receiver, cents, b.balance - cents, b.balance, b.version);
    return made;
  end $$`

/** The baselines as prepared statements on a connection of their own. */
export const BASELINES: Record<
  string,
  (client: pg.Client, accounts: [number, number], turn: number) => Promise<unknown>
> = {
  'round trip (select 1)': (client) => client.query({ name: 'one', text: 'select 1' }),
  'durable commit of one row': (client, _, turn) =>
    client.query({ name: 'probe', text: 'insert into bench_reference.probe values ($1)', values: [turn] }),
  'reference book': (client, accounts) =>
    client.query({
      name: 'transfer',
      text: 'select bench_reference.transfer_money($1, $2, $3)',
      values: [...accounts, 100],
    }),
}
