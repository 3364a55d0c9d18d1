import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * What was decided stays (CS015), and nobody's power changes without an author (CS016): also not by a statement that never went
 * through the product.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(DECISIONS)
    this.schema.raw(USERS)
    this.schema.raw(`
      alter table approvals add constraint approvals_proposed_by check (created_by is not null) not valid;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table approvals drop constraint approvals_proposed_by;
      drop trigger users_author on users;
      drop function users_author_guard();
      drop trigger approval_decisions_kept on approval_decisions;
      drop function approval_decision_kept();
      drop function is_carried_decision(text, text, bigint);
    `)
  }
}

/**
 * A decision is revoked, once, and else never touched. Only where its booked invoice went with its supplier into another one does
 * it stand on the document as it is now: that is proved by the fingerprint, which is of this very document but for
 * the supplier that was merged and the row of the same account.
 */
const DECISIONS = `
  create function is_carried_decision(was text, becomes text, invoice_id bigint) returns boolean language sql stable as $$
    select exists (
      select 1 from invoices i join providers s on s.merged_into_id = i.provider_id
        cross join lateral (
          select i.provider_bank_id as id
          union select b.id from provider_banks b where b.provider_id in (s.id, i.provider_id) and (i.provider_bank_id is null
            or exists (select 1 from provider_banks t where t.id = i.provider_bank_id and (t.iban = b.iban or t.account_number = b.account_number)))) b
       where i.id = invoice_id and i.status in ('booked', 'disputed') and invoice_fingerprint(i) = becomes
         and invoice_fingerprint(jsonb_populate_record(i, jsonb_build_object('provider_id', s.id, 'provider_bank_id', b.id))) = was) $$;

  create function approval_decision_kept() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' or old.revoked_at is not null
      or to_jsonb(new) - array['revoked_at', 'fingerprint'] is distinct from to_jsonb(old) - array['revoked_at', 'fingerprint']
      or new.fingerprint <> old.fingerprint and (new.revoked_at is not null or new.document_type <> 'invoice'
        or not is_carried_decision(old.fingerprint, new.fingerprint, new.document_id))
      then raise exception 'approval_decision_kept' using errcode = 'CS015'; end if;
    return new;
  end $$;
  create trigger approval_decisions_kept before update or delete on approval_decisions for each row execute function approval_decision_kept();
`

/** Who has just chosen their password comes in by themselves; everything else is done by somebody, a role by another one who may give it. */
const USERS = `
  create function users_author_guard() returns trigger language plpgsql as $$
  begin
    if (new.role, new.email, new.all_sites) is not distinct from (old.role, old.email, old.all_sites)
       and not (old.two_factor_enabled and not new.two_factor_enabled)
       and (new.status = old.status or old.status = 'invited' and new.status = 'active' and old.password_hash is null and new.password_hash is not null)
      then return new; end if;
    if new.updated_by is null then raise exception 'user_change_without_author' using errcode = 'CS016'; end if;
    if new.role <> old.role and (new.updated_by = new.id or not exists (select 1 from users a where a.id = new.updated_by and a.status = 'active'
         and (a.role = 's1st3ma' or a.role = 'adm1n1strat0r' and not array[new.role, old.role] && array['s1st3ma', 'aprobador'])))
      then raise exception 'user_role_by_who_may_not' using errcode = 'CS016'; end if;
    return new;
  end $$;
  create trigger users_author before update of role, email, all_sites, two_factor_enabled, status on users for each row execute function users_author_guard();
`
