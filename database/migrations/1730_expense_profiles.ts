import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Expense profiles in use: what keeps them sound, a stamp that is new after every change of any of them (and is told,
 * so that processes compile them again; a change that was rolled back never shares its stamp), what people corrected, and the words that corrections suggest.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table expense_profiles
        add column updated_by bigint references users,
        add constraint expense_profiles_name_length check (length(trim(name)) between 2 and 120),
        add constraint expense_profiles_fields check (cardinality(match_fields) > 0
          and match_fields <@ array['concept', 'description', 'invoice_number', 'provider_name', 'full_text']),
        add constraint expense_profiles_deductible check (deductible_percent between 0 and 100),
        add constraint expense_profiles_amounts check (coalesce(amount_min_minor, 0) >= 0 and coalesce(amount_max_minor, 0) >= 0);
      create index expense_profiles_provider on expense_profiles (provider_id, name);
      create index expense_profiles_name on expense_profiles (name, id);
      create trigger expense_profiles_touch before update on expense_profiles for each row execute function touch_updated_at();

      alter table profile_keywords drop constraint profile_keywords_text_check;
      alter table profile_keywords
        add constraint profile_keywords_text_check check (length(text) between 1 and case when mode = 'regex' then 200 else 120 end),
        add constraint profile_keywords_field check (field in ('concept', 'description', 'invoice_number', 'provider_name', 'full_text'));

      create function profile_keywords_limit() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from profile_keywords k where k.profile_id in (select profile_id from added) group by k.profile_id having count(*) > 200)
          then raise exception 'too_many_keywords' using errcode = 'CF001'; end if;
        return null;
      end $$;
      create trigger profile_keywords_limit after insert on profile_keywords referencing new table as added
        for each statement execute function profile_keywords_limit();

      create table profile_book (one boolean primary key default true check (one), stamp uuid not null default gen_random_uuid());
      insert into profile_book default values;
      create function profiles_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
      begin
        update profile_book set stamp = gen_random_uuid();
        perform pg_notify('profiles_changed', '');
        return null;
      end $$;
      create trigger expense_profiles_changed after insert or update or delete on expense_profiles
        for each statement execute function profiles_changed();
      create trigger profile_keywords_changed after insert or update or delete on profile_keywords
        for each statement execute function profiles_changed();

      create index invoice_lines_profile on invoice_lines (profile_id, created_at) where profile_id is not null;
      create index profile_corrections_predicted on profile_corrections (predicted_profile_id, created_at) where predicted_profile_id is not null;
      create index profile_corrections_chosen on profile_corrections (chosen_profile_id, created_at) where chosen_profile_id is not null;

      create table profile_suggestions (
        id bigint generated always as identity primary key,
        profile_id bigint not null references expense_profiles on delete cascade,
        text_norm text not null,
        corrections int not null check (corrections >= 3),
        log_odds numeric(8, 4) not null,
        dismissed_by bigint references users,
        dismissed_at timestamptz,
        created_at timestamptz not null default now(),
        unique (profile_id, text_norm)
      );
    `)
  }

  async down() {
    this.schema.raw(`
      drop table profile_suggestions;
      drop index profile_corrections_chosen, profile_corrections_predicted, invoice_lines_profile, expense_profiles_name, expense_profiles_provider;
      drop trigger profile_keywords_changed on profile_keywords;
      drop trigger expense_profiles_changed on expense_profiles;
      drop function profiles_changed();
      drop table profile_book;
      drop trigger profile_keywords_limit on profile_keywords;
      drop function profile_keywords_limit();
      drop trigger expense_profiles_touch on expense_profiles;
      alter table profile_keywords drop constraint profile_keywords_field, drop constraint profile_keywords_text_check;
      alter table profile_keywords add constraint profile_keywords_text_check check (length(text) between 1 and 120);
      alter table expense_profiles drop column updated_by, drop constraint expense_profiles_name_length, drop constraint expense_profiles_fields,
        drop constraint expense_profiles_deductible, drop constraint expense_profiles_amounts;
    `)
  }
}
