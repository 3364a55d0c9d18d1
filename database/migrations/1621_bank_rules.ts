import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Rules of bank movements (area 00 §7): each belongs to a company, one that books by itself has the amount above which it
 * never does, and a movement remembers the rule that proposed or booked it. The database refuses a movement that a rule
 * books without anybody above that amount (CA043).
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      alter table bank_rules alter column site_id set not null,
        add column lock_version int not null default 0,
        add constraint bank_rules_name check (length(name) between 2 and 80),
        add constraint bank_rules_asks_something check (jsonb_strip_nulls(conditions) <> '{}'),
        add constraint bank_rules_limit check (not coalesce((action ->> 'autoBook')::boolean, false) or coalesce(max_minor, 0) > 0);
      create unique index bank_rules_named on bank_rules (site_id, lower(name));
      create index bank_rules_order on bank_rules (site_id, priority, id);
      create trigger bank_rules_touch before update on bank_rules for each row execute function touch_updated_at();

      alter table bank_statement_lines add column bank_rule_id bigint references bank_rules on delete set null;
      create index bank_statement_lines_rule on bank_statement_lines (bank_rule_id) where bank_rule_id is not null;

      create function rule_within_limit() returns trigger language plpgsql as $$
      begin
        if exists (select 1 from bank_statement_lines l join bank_rules r on r.id = l.bank_rule_id
                    where l.id = new.bank_statement_line_id and l.status = 'booked_direct' and new.matched_by is null
                      and (not (r.action ->> 'autoBook')::boolean or abs(l.amount_minor) > r.max_minor))
          then raise exception 'bank_rule_exceeds_limit: %', new.bank_statement_line_id using errcode = 'CA043'; end if;
        return null;
      end $$;
      create constraint trigger statement_matches_rule after insert on statement_matches deferrable initially deferred
        for each row execute function rule_within_limit();
    `)
  }

  async down() {
    this.schema.raw(`
      drop trigger statement_matches_rule on statement_matches;
      drop function rule_within_limit();
      drop index bank_statement_lines_rule;
      alter table bank_statement_lines drop column bank_rule_id;
      drop trigger bank_rules_touch on bank_rules;
      drop index bank_rules_order, bank_rules_named;
      alter table bank_rules drop constraint bank_rules_limit, drop constraint bank_rules_asks_something, drop constraint bank_rules_name,
        drop column lock_version, alter column site_id drop not null;
    `)
  }
}
