import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Posting holds the company's reconciliations before its year. Whoever matches or reverses holds them and then posts;
 * whoever posted first and matched or lettered afterwards took the two the other way round, and both waited for each other.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(ledgerPost("perform pg_advisory_xact_lock(hashtext('reconciliation'), site::int);"))
  }

  async down() {
    this.schema.raw(ledgerPost(''))
  }
}

/** The only way into the ledger, as it was made with it, with what it holds first. */
const ledgerPost = (hold: string) => `
  create or replace function ledger_post(draft jsonb, out entry_id bigint, out entry_no bigint, out repeated boolean) language plpgsql as $$
  declare
    hash text := encode(sha256(convert_to((draft - 'createdBy')::text, 'UTF8')), 'hex');
    existing journal_entries;
    fiscal fiscal_years;
    site bigint := (draft ->> 'siteId')::bigint;
    day date := (draft ->> 'postedOn')::date;
  begin
    ${hold}
    select * into existing from journal_entries where idempotency_key = draft ->> 'idempotencyKey';
    if not found then
      select * into fiscal from fiscal_years where site_id = site and day between starts_on and ends_on for update;
      if not found then raise exception 'ledger_no_fiscal_year' using errcode = 'CA006'; end if;
      -- Whoever waited for the lock may find that the other one posted the same thing.
      select * into existing from journal_entries where idempotency_key = draft ->> 'idempotencyKey';
    end if;
    if existing.id is not null then
      if existing.payload_hash <> hash then raise exception 'ledger_idempotency_conflict' using errcode = 'CA012'; end if;
      entry_id := existing.id; entry_no := existing.entry_no; repeated := true;
      return;
    end if;
    entry_no := fiscal.next_entry_no;
    update fiscal_years set next_entry_no = next_entry_no + 1 where id = fiscal.id;
    insert into journal_entries (site_id, fiscal_year_id, entry_no, posted_on, journal, kind, idempotency_key, payload_hash,
        source_type, source_id, reverses_id, reversal_reason, group_key, description, created_by)
      values (site, fiscal.id, entry_no, day, draft ->> 'journal', draft ->> 'kind', draft ->> 'idempotencyKey', hash,
        draft ->> 'sourceType', (draft ->> 'sourceId')::bigint, (draft ->> 'reversesId')::bigint, draft ->> 'reversalReason',
        (draft ->> 'groupKey')::uuid, draft ->> 'description', (draft ->> 'createdBy')::bigint)
      returning id into entry_id;
    insert into journal_lines (entry_id, site_id, posted_on, line_no, account_id, currency, amount_minor, base_minor,
        counterparty_type, counterparty_id, document_type, document_id, tax_code_id, tax_base_minor, vat_period,
        center_id, category_id, due_on, memo)
      select ledger_post.entry_id, site, day, position, (line ->> 'accountId')::bigint, coalesce(line ->> 'currency', 'EUR'),
        (line ->> 'amountMinor')::bigint, coalesce((line ->> 'baseMinor')::bigint, (line ->> 'amountMinor')::bigint),
        line ->> 'counterpartyType', (line ->> 'counterpartyId')::bigint, line ->> 'documentType', (line ->> 'documentId')::bigint,
        (line ->> 'taxCodeId')::bigint, (line ->> 'taxBaseMinor')::bigint, line ->> 'vatPeriod',
        (line ->> 'centerId')::bigint, (line ->> 'categoryId')::bigint, (line ->> 'dueOn')::date, line ->> 'memo'
      from jsonb_array_elements(draft -> 'lines') with ordinality as given(line, position);
    repeated := false;
  end $$;
`
