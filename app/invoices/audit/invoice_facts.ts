import { askTogether } from '#app/kernel/database/ask_together'
import { type Client, rows } from '#app/kernel/database/sql'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import type { ReadAlarm } from '#app/reading/reading_types'

type Header = {
  id: number
  reference: string
  status: string
  siteId: number | null
  providerId: number | null
  invoiceNumber: string | null
  numberNorm: string
  concept: string | null
  issuedOn: CalendarDate | null
  operationOn: CalendarDate | null
  receivedOn: CalendarDate
  dueOn: CalendarDate | null
  currency: string
  fxRate: number | null
  docType: string
  priority: string
  paymentState: string
  source: string
  baseMinor: number
  vatMinor: number
  surchargeMinor: number
  withholdingMinor: number
  suppliedMinor: number
  totalMinor: number
  /** The total in the currency of the company's books. */
  worthMinor: number
  worthCurrency: string
  ibanDetected: string | null
  providerBankId: number | null
  reverseCharge: boolean
  createdBy: number | null
  readProviderTaxId: string | null
  readCustomerTaxId: string | null
  readerAlarms: ReadAlarm[] | null
}

type Parties = {
  providerName: string | null
  providerTaxId: string | null
  providerActive: boolean | null
  providerStatus: string | null
  providerKind: string | null
  providerCountry: string | null
  providerVatRegime: string | null
  providerCreatedOn: CalendarDate | null
  providerCreatedBy: number | null
  /** It has a contract that asks for every invoice to hang on one. */
  isContractRequired: boolean
  isGroupProvider: boolean
  siteTaxId: string | null
  siteName: string | null
}

/** What is usual of the supplier; null in all fields for one without booked invoices. Amounts in cents. */
type Usual = {
  usualInvoices: number | null
  medianMinor: number | null
  madMinor: number | null
  roundCount: number | null
  freeDayCount: number | null
  usualRates: Record<string, number> | null
  usualIbanCountries: string[] | null
  monthMean: number | null
  monthSd: number | null
  months: number | null
  consecutiveShare: number | null
  monthInvoices: number | null
  lastYearMonthMinor: number | null
}

export type LineFacts = {
  sumMinor: number
  count: number
  unclassified: number
  deducting: number
  overDeducted: number
  categoryIds: number[]
  defaultVatCodeIds: number[]
  /** Lines that hang on a contract. */
  contracted: number
  /** Lines that say the days they bill. */
  dated: number
}
export type TaxFacts = {
  vatCodeId: number
  code: string
  kind: string
  rateBasisPoints: number
  baseMinor: number
  vatMinor: number
  lines: number
  isValidThen: boolean
}
export type WithheldFacts = { rateBasisPoints: number; baseMinor: number; withheldMinor: number }
export type BankFacts = { id: number; iban: string | null; verification: string; createdBy: number | null }

/** All that the rules look at in an invoice itself, its parties and what is usual of its supplier. */
export type InvoiceFacts = Header &
  Parties &
  Usual & {
    lines: LineFacts
    taxes: TaxFacts[]
    withheld: WithheldFacts[]
    banks: BankFacts[]
    originals: number
    pdfTraces: { signs?: string[] } | null
  }

/** A booked invoice is part of what is usual of its supplier: it is taken out before it is compared. */
export const isInHistory = ({ status, docType }: Pick<Header, 'status' | 'docType'>) =>
  (status === 'booked' || status === 'disputed') && docType !== 'credit_note'

/** Facts of many invoices in six questions, of a few in one round trip, in the order of their keys. */
export async function readInvoiceFacts(ids: readonly number[], client?: Client): Promise<InvoiceFacts[]> {
  const [headers = [], ...details] = isFew(ids) ? await askFew(ids, client) : await askMany(ids, client)
  const [lines, taxes, withheld, files, banks] = details.map(byOwner) as [
    Groups<LineFacts>,
    Groups<TaxFacts>,
    Groups<WithheldFacts>,
    Groups<FileFacts>,
    Groups<BankFacts>,
  ]
  return (headers as (Header & Parties & Usual)[]).map((header) => ({
    ...header,
    lines: lines.get(header.id)?.[0] ?? NO_LINES,
    taxes: taxes.get(header.id) ?? [],
    withheld: withheld.get(header.id) ?? [],
    banks: header.providerId === null ? [] : (banks.get(header.providerId) ?? []),
    originals: files.get(header.id)?.[0]?.originals ?? 0,
    pdfTraces: files.get(header.id)?.[0]?.pdfTraces ?? null,
  }))
}

const NO_LINES: LineFacts = {
  sumMinor: 0,
  count: 0,
  unclassified: 0,
  deducting: 0,
  overDeducted: 0,
  categoryIds: [],
  defaultVatCodeIds: [],
  contracted: 0,
  dated: 0,
}

type FileFacts = { originals: number; pdfTraces: InvoiceFacts['pdfTraces'] }
type Groups<Row> = Map<number, Row[]>

function byOwner(found: unknown[]): Groups<unknown> {
  const groups: Groups<unknown> = new Map()
  for (const row of found as { of: number }[]) {
    const known = groups.get(row.of)
    if (known) known.push(row)
    else groups.set(row.of, [row])
  }
  return groups
}

const FEW = 10

/** A save judges one invoice, now and then a few: they are asked about in one round trip whose plan is kept. */
export const isFew = (ids: readonly number[]) => ids.length <= FEW

const HEADERS = `
  select i.id, i.reference, i.status, i.site_id, i.provider_id, i.invoice_number, i.number_norm, i.concept, i.issued_on, i.operation_on,
      (i.received_at at time zone 'Europe/Madrid')::date as received_on, i.due_on, i.currency, i.fx_rate::float8 as fx_rate, i.doc_type, i.priority,
      i.payment_state, i.source, i.base_minor, i.vat_minor, i.surcharge_minor, i.withholding_minor, i.supplied_minor, i.total_minor, worth_in_base(i.total_minor, i.currency, i.fx_rate) as worth_minor, case when i.fx_rate is null then i.currency else 'EUR' end as worth_currency,
      i.iban_detected, i.provider_bank_id, i.reverse_charge, i.created_by,
      i.reading #>> '{fields,providerTaxId,value}' as read_provider_tax_id, i.reading #>> '{fields,customerTaxId,value}' as read_customer_tax_id,
      i.reading -> 'alarms' as reader_alarms,
      p.legal_name as provider_name, p.tax_id::text as provider_tax_id, p.active as provider_active, p.status as provider_status,
      p.kind as provider_kind, p.country as provider_country, p.vat_regime as provider_vat_regime,
      (p.created_at at time zone 'Europe/Madrid')::date as provider_created_on, p.created_by as provider_created_by,
      p.site_id_if_group is not null as is_group_provider,
      exists (select 1 from provider_contracts c where c.provider_id = i.provider_id and c.requires_invoice_match) as is_contract_required, s.tax_id::text as site_tax_id, s.legal_name::text as site_name,
      u.invoices as usual_invoices, u.median_minor, u.mad_minor, u.round_count, u.free_day_count, u.rates as usual_rates,
      u.iban_countries as usual_iban_countries, u.month_mean, u.month_sd, u.months, u.consecutive_share,
      m.invoices as month_invoices, y.total_minor as last_year_month_minor
    from invoices i left join providers p on p.id = i.provider_id left join sites s on s.id = i.site_id
    left join provider_stats u on u.provider_id = i.provider_id
    left join provider_months m on m.provider_id = i.provider_id and m.month = date_trunc('month', i.issued_on)::date
    left join provider_months y on y.provider_id = i.provider_id and y.month = (date_trunc('month', i.issued_on) - interval '1 year')::date
   where i.id = any(:ids::bigint[]) order by i.id`

const LINES = `
  select l.invoice_id as of, sum(l.base_minor)::bigint as sum_minor, count(*)::int as count,
      count(*) filter (where l.category_id is null or l.account_code is null)::int as unclassified,
      count(*) filter (where l.deductible_percent > 0 and l.vat_minor <> 0)::int as deducting,
      count(*) filter (where l.deductible_percent > c.deductible_percent and l.vat_minor <> 0)::int as over_deducted,
      coalesce(array_agg(distinct l.category_id) filter (where l.category_id is not null), '{}') as category_ids,
      coalesce(array_agg(distinct c.default_vat_code_id) filter (where c.default_vat_code_id is not null), '{}') as default_vat_code_ids,
      count(l.contract_id)::int as contracted, count(l.period_from)::int as dated
    from invoice_lines l left join categories c on c.id = l.category_id where l.invoice_id = any(:ids::bigint[]) group by l.invoice_id`

const TAXES = `
  select g.invoice_id as of, g.vat_code_id, t.code, t.kind, t.rate_basis_points, g.base_minor, g.vat_minor,
      (select count(*)::int from invoice_lines l where l.invoice_id = g.invoice_id and l.vat_code_id = g.vat_code_id) as lines,
      coalesce(coalesce(i.operation_on, i.issued_on) between t.valid_from and coalesce(t.valid_to, 'infinity'), true) as is_valid_then
    from invoice_tax_groups g join invoices i on i.id = g.invoice_id join tax_codes t on t.id = g.vat_code_id
   where g.invoice_id = any(:ids::bigint[]) order by g.invoice_id, g.vat_code_id`

const WITHHELD = `
  select l.invoice_id as of, t.rate_basis_points, sum(l.base_minor)::bigint as base_minor, sum(l.withholding_minor)::bigint as withheld_minor
    from invoice_lines l join tax_codes t on t.id = l.withholding_code_id where l.invoice_id = any(:ids::bigint[])
   group by l.invoice_id, t.id, t.rate_basis_points`

const FILES = `
  select f.invoice_id as of, count(*)::int as originals, (array_agg(f.pdf_traces order by f.id) filter (where f.pdf_traces is not null))[1] as pdf_traces
    from invoice_files f where f.invoice_id = any(:ids::bigint[]) and f.kind in ('original', 'xml') group by f.invoice_id`

const BANKS = `
  select b.provider_id as of, b.id, b.iban, b.verification, b.created_by from provider_banks b
   where b.provider_id in (select provider_id from invoices where id = any(:ids::bigint[])) and b.disabled_at is null order by b.id`

const STATEMENTS = [HEADERS, LINES, TAXES, WITHHELD, FILES, BANKS]
const askAtOnce = askTogether(STATEMENTS)

const askFew = (ids: readonly number[], client?: Client) =>
  askAtOnce(
    STATEMENTS.map(() => ({ ids: [...ids] })),
    client
  )

async function askMany(ids: readonly number[], client?: Client): Promise<unknown[][]> {
  const found: unknown[][] = []
  for (const sql of STATEMENTS) found.push(await rows(sql, { ids: [...ids] }, client))
  return found
}
