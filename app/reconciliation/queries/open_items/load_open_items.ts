import { type Client, keptRows, rows } from '#app/kernel/database/sql'
import { parseAmount } from '#app/kernel/money/money'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'
import { candidatesOf, eurosOf, type OpenItem } from '#app/reconciliation/queries/item_candidates'
import type { MatchAccount } from '#app/reconciliation/queries/match_account'
import { candidatesMax, type Probe } from '#app/reconciliation/queries/probe'
import type { Candidate } from '#app/reconciliation/scoring/match_types'
import { nearPercent } from '#app/reconciliation/scoring/score_candidate'

/** Accounts whose open items a movement may settle (00 §7 b). */
export const openItemRoles = [
  'supplier_payable',
  'services_payable',
  'bills_payable',
  'payroll_payable',
  'employee_expenses_payable',
  'social_security_payable',
  'vat_payable',
  'withholding_payable',
  'customers',
  'intercompany_current',
  'group_customer',
  'group_payable',
  'own_transfers_in_transit',
  'bank_instalments_due',
]
/** What is owed to the State, whoever the line names: no supplier is paid by settling it. */
const publicRoles = ['social_security_payable', 'vat_payable', 'withholding_payable']
const searchedMax = 50
/** Items in other currencies are found by no amount, so the newest are always looked at. */
const foreignMax = 500
const wordsMax = 8
/** So many items are read by a plan that is kept: making it takes longer than reading them. */
const FEW = 20
/** Nobody's terms are longer than a year, so that older postings need not be looked at. */
const termsDaysMax = 400

/** The whole amount of the item, or all the words somewhere in what the item shows. */
const SEARCHED = `(abs(l.amount_minor) = abs(:amountMinor::bigint) or f_unaccent(lower(concat_ws(' ', i.invoice_number, i.number_norm, p.legal_name, s.legal_name::text, a.code, l.memo, e.description))) like all(:words::text[]))`

/** Words as patterns, without accents; none at all would find everything. */
function wordsOf(search = ''): string[] {
  const words = search.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').split(/\s+/).filter(Boolean)
  return words.slice(0, wordsMax).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
}

/** Which lines may be worth anything to some movements, each way by an index of its own. */
const SOUGHT = `
  select l.id from unnest(:amounts::bigint[]) wanted(minor) join journal_lines l on l.site_id = :siteId and l.amount_minor between wanted.minor - :toleranceMinor and wanted.minor + :toleranceMinor
     and l.posted_on between :postedFrom and :to
  union select l.id from journal_lines l where l.counterparty_type = 'provider' and l.counterparty_id = any(:providerIds::bigint[]) and l.site_id = :siteId and l.posted_on between :postedFrom and :to
  union select l.id from invoices i join journal_lines l on l.document_type = 'invoice' and l.document_id = i.id
    where i.outstanding_minor <> 0 and i.site_id = :siteId and i.number_norm in (select normalized_number(number) from unnest(:numbers::text[]) number)
  union select l.id from invoices i join journal_lines l on l.document_type = 'invoice' and l.document_id = i.id
    where i.site_id = :siteId and i.outstanding_minor <> 0 and i.outstanding_minor <> i.total_minor
  union select r.journal_line_id from reconciliations c join reconciliation_lines r on r.reconciliation_id = c.id where c.site_id = :siteId and c.status = 'partial'
  union select l.id from payment_orders o join journal_lines l on l.document_type = o.source_type and l.document_id = o.source_id
    where o.site_id = :siteId and o.status in ('sent', 'paid', 'reconciled') and o.source_type <> 'invoice' and o.execution_date between :postedFrom and :to
  union (select journal_line_id from open_items where site_id = :siteId and currency <> 'EUR' order by journal_line_id desc limit ${foreignMax})
  union (select o.journal_line_id from unnest(:euros::bigint[]) worth(minor) join open_items o on o.site_id = :siteId and o.currency = 'EUR'
     and o.open_minor between worth.minor - abs(worth.minor) * ${nearPercent} / 100 and worth.minor + abs(worth.minor) * ${nearPercent} / 100 limit ${foreignMax})`

/** What is open of the company and may be worth anything to some movements, around their days. */
export async function findOpenItems(
  account: MatchAccount,
  probe: Probe,
  client?: Client
): Promise<Candidate[]> {
  const { window, amounts, gross, numbers, providerIds, toleranceMinor } = probe
  const items = await readItems(
    account,
    `with sought as materialized (${SOUGHT}), ${ACCOUNTS}`,
    'sought join journal_lines l on l.id = sought.id join accounts a on a.id = l.account_id',
    `l.posted_on between :postedFrom and :to and coalesce(l.due_on, l.posted_on) between :from and :to`,
    {
      amounts: [...amounts, ...gross],
      euros: await eurosOf(account, amounts, window.to, client),
      numbers,
      providerIds,
      toleranceMinor,
      from: addDays(window.from, -60),
      to: addDays(window.to, 10),
      postedFrom: addDays(window.from, -termsDaysMax),
    },
    { itemsMax: candidatesMax, client }
  )
  return candidatesOf(account, items, window.to, client)
}

/** These lines, of any day, where they are open items of the company. */
export function loadOpenItems(account: MatchAccount, only: number[], client?: Client): Promise<OpenItem[]> {
  return readItems(
    account,
    `with ${ACCOUNTS}`,
    'journal_lines l join accounts a on a.id = l.account_id',
    'l.id = any(:only::bigint[])',
    { only },
    { itemsMax: candidatesMax, client, read: only.length > FEW ? rows : keptRows }
  )
}

/**
 * Open items of any day: every word is in their number, party, account or text, or it is their amount. At most fifty. Those
 * in other currencies are told with what they are worth on a day.
 */
export async function searchOpenItems(
  account: MatchAccount,
  search: string,
  day: CalendarDate
): Promise<Candidate[]> {
  const items = await readItems(
    account,
    `with ${ACCOUNTS}`,
    'accounts a join journal_lines l on l.account_id = a.id',
    SEARCHED,
    { words: wordsOf(search), amountMinor: parseAmount(search, account.currency) },
    { itemsMax: searchedMax }
  )
  return candidatesOf(account, items, day)
}

/**
 * An account belongs to the role with the longest code that begins its own, so that 47519 is not 4751 and 4009 not 400.
 */
const ACCOUNTS = `
  codes as (
    select r.role, r.account_code from ledger_account_roles r
     where r.site_id = :siteId or (r.site_id is null and not exists (select 1 from ledger_account_roles own where own.role = r.role and own.site_id = :siteId))),
  wanted as (
    select c.account_code, bool_or(c.role = any(:publicRoles::text[])) as is_public, bool_or(c.role = 'own_transfers_in_transit') as is_transfer,
           (select coalesce(array_agg(longer.account_code), '{}') from codes longer where longer.account_code ^@ c.account_code and longer.account_code <> c.account_code) as others
      from codes c where c.role = any(:roles::text[]) group by 1),
  accounts as materialized (
    select a.id, a.code, w.is_public, a.subledger = 'provider' as is_debt, w.is_transfer from ledger_accounts a join wanted w on a.code ^@ w.account_code and not a.code ^@ any(w.others)
     where a.site_id = :siteId and a.is_postable)`

type Reading = { itemsMax: number; client?: Client | undefined; read?: typeof rows }

/**
 * What is open of a line is what no lettering covers, and of the debt of an invoice (never its tax) no more than it owes
 * beyond the payments the bank has.
 */
async function readItems(
  { siteId }: MatchAccount,
  head: string,
  from: string,
  where: string,
  bindings: Record<string, unknown>,
  { itemsMax: limit, client, read = rows }: Reading
): Promise<OpenItem[]> {
  return read<OpenItem>(
    `${head}
     select * from (select l.id as journal_line_id, l.currency, l.amount_minor as line_minor, l.base_minor as line_base_minor, coalesce(r.lettered, 0)::bigint as lettered_minor, coalesce(l.due_on, l.posted_on) as due_on, a.code as account_code, party.type as counterparty_type, party.id as counterparty_id,
            coalesce(p.legal_name, s.legal_name::text, bl.lender_name) as party_name, banks.ibans as party_ibans, l.document_type, i.invoice_number, i.number_norm, l.memo, e.description,
            (sign(l.amount_minor) * greatest(least(abs(l.amount_minor) - coalesce(abs(r.lettered), 0), coalesce(abs(i.outstanding_minor), abs(l.amount_minor) - coalesce(o.paid, 0)) - coalesce(o.sent, 0)), 0))::bigint as open_minor,
            o.waiting
       from ${from}
       join journal_entries e on e.id = l.entry_id
       cross join lateral (select case when not a.is_public then l.counterparty_type end as type, case when not a.is_public then l.counterparty_id end as id) party
       left join lateral (select sum(amount_minor)::bigint as lettered from reconciliation_lines where journal_line_id = l.id) r on true
       left join lateral (select sum(amount_minor) filter (where status in ('paid', 'reconciled'))::bigint as paid, sum(amount_minor) filter (where status = 'sent')::bigint as sent,
             min(number) filter (where status in ('draft', 'buffered', 'approved')) as waiting from payment_orders where source_type = l.document_type and source_id = l.document_id) o on a.is_debt and l.document_id is not null
       left join invoices i on a.is_debt and l.document_type = 'invoice' and i.id = l.document_id
       left join providers p on party.type = 'provider' and p.id = party.id
       left join sites s on party.type = 'site' and s.id = party.id
       left join loan_installments bi on l.document_type = 'loan_installment' and bi.id = l.document_id left join loans bl on bl.id = bi.loan_id
       left join lateral (select array_agg(iban) as ibans from provider_banks where provider_id = p.id and iban is not null and verification = 'verified' and disabled_at is null) banks on true
      where ${where}
        and (l.document_type is distinct from 'payment_order' or a.is_transfer) and e.source_type is distinct from 'fiscal_year' and e.reverses_id is null
        and not exists (select 1 from journal_entries x where x.reverses_id = e.id)
        and abs(coalesce(r.lettered, 0)) < abs(l.amount_minor)) items
      where open_minor <> 0 order by due_on, journal_line_id limit ${limit}`,
    { siteId, roles: openItemRoles, publicRoles, ...bindings },
    client
  )
}
