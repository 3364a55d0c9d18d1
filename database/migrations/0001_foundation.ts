import { BaseSchema } from '@adonisjs/lucid/schema'
import env from '#start/env'

/**
 * The owner makes every object; the application’s role gets row access only, never ownership, so that the triggers and
 * missing grants of the ledger bind it. The queue’s schema is the one place where it may make tables. With it the
 * extensions, and the functions of triggers that every area uses.
 */
export default class extends BaseSchema {
  async up() {
    const role = `"${new URL(env.get('DATABASE_APP_URL')).username}"`
    this.schema.raw(EXTENSIONS)
    this.schema.raw(`
      create schema if not exists jobs;
      grant all on schema jobs to ${role};
      grant usage on schema public to ${role};
      alter default privileges in schema public grant select, insert, update, delete on tables to ${role};
      alter default privileges in schema public grant usage, select on sequences to ${role};
      alter default privileges in schema public grant execute on functions to ${role};
    `)
    this.schema.raw(FUNCTIONS)
  }

  async down() {
    this.schema.raw(`
      drop function if exists f_unaccent, touch_updated_at, refuse_change cascade;
      drop schema jobs cascade;
    `)
  }
}

const EXTENSIONS = `
create extension if not exists btree_gist;
create extension if not exists citext;
create extension if not exists fuzzystrmatch;
create extension if not exists pg_trgm;
create extension if not exists pgcrypto;
create extension if not exists unaccent;
`

const FUNCTIONS = `
create function f_unaccent(text) returns text language sql immutable parallel safe strict as $$ select public.unaccent('public.unaccent', $1) $$;

create function touch_updated_at() returns trigger language plpgsql as $$
begin new.updated_at := now(); return new; end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin raise exception 'append_only: % on %', tg_op, tg_table_name using errcode = 'CA001'; end $$;
`
