import { CONTRACT_KINDS, type ContractKind } from '#app/contracts/contract_labels'
import { type ContractStatus, contractWorkflow } from '#app/contracts/workflows/contract_workflow'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { Currency } from '#app/kernel/money/currency'
import type { MoneyJson } from '#app/kernel/money/money'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'

export type ContractRow = {
  id: number
  reference: string
  provider: string
  title: string
  kind: string
  /** Codes of the companies, those in the reader's scope. */
  sites: string
  startsOn: CalendarDate
  endsOn: CalendarDate | null
  noticeUntil: CalendarDate | null
  expected: MoneyJson | null
  /** Billed in the period of the cap, or in all when there is none. */
  used: MoneyJson
  cap: MoneyJson | null
  status: Badge
}

export type Scope = number[] | 'all'

const definitionFor = (scope: Scope): ListDefinition => ({
  from: 'provider_contracts c',
  key: 'c.id',
  joins: `join providers p on p.id = c.provider_id
    left join lateral (select string_agg(s.code, ', ' order by s.code) as codes from sites s
      where s.id = any(c.site_ids) and (:allSites or s.id = any(:siteIds::bigint[]))) s on true
    left join lateral (select coalesce(sum(l.base_minor), 0)::bigint as minor from contract_lines l where l.contract_id = c.id
      and (c.cap_minor is null or c.cap_period = 'contract' or l.day >= date_trunc(case c.cap_period when 'month' then 'month' else 'year' end, current_date)::date)) u on true`,
  bindings: { allSites: scope === 'all', siteIds: scope === 'all' ? [] : scope },
  select: `c.id, c.reference, p.legal_name as provider, c.title, c.kind, s.codes as sites, c.starts_on, c.ends_on, c.notice_days, c.expected_amount_minor,
    c.cap_minor, c.currency, c.status, u.minor as used_minor`,
  sorts: {
    reference: { sql: 'c.reference', type: 'text' },
    starts_on: { sql: 'c.starts_on', type: 'date' },
    ends_on: { sql: 'c.ends_on', type: 'date' },
    status: { sql: 'c.status', type: 'text' },
  },
  defaultSort: '-reference',
})

type FoundContract = {
  id: number
  reference: string
  provider: string
  title: string
  kind: ContractKind
  sites: string | null
  startsOn: CalendarDate
  endsOn: CalendarDate | null
  noticeDays: number
  expectedAmountMinor: number | null
  capMinor: number | null
  currency: Currency
  status: ContractStatus
  usedMinor: number
}

/** Contracts without their amendments; companies outside the reader's scope are not named. */
export const contractsListFor = (scope: Scope): List<FoundContract, ContractRow> => ({
  name: 'contratos',
  definition: definitionFor(scope),
  toRow: contractRow,
  columns: [
    { key: 'reference', title: 'Referencia', kind: 'reference', sort: 'reference' },
    { key: 'provider', title: 'Proveedor', kind: 'name', second: 'title', file: { width: 40 } },
    { key: 'title', title: 'Título', kind: 'text', only: 'file', file: { width: 36 } },
    { key: 'kind', title: 'Tipo', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'sites', title: 'Empresas', kind: 'text', width: 180 },
    { key: 'startsOn', title: 'Inicio', kind: 'day', sort: 'starts_on', isOptional: true, card: 'hidden' },
    { key: 'endsOn', title: 'Fin', kind: 'day', sort: 'ends_on' },
    { key: 'noticeUntil', title: 'Preaviso hasta', kind: 'day' },
    { key: 'expected', title: 'Importe previsto', kind: 'money' },
    { key: 'used', title: 'Consumido / tope', kind: 'money', card: 'figure', file: { title: 'Consumido' } },
    { key: 'cap', title: 'Tope', kind: 'money', only: 'file' },
    { key: 'status', title: 'Estado', kind: 'badge', sort: 'status' },
  ],
})

function contractRow(found: FoundContract): ContractRow {
  const { currency, status, endsOn } = found
  const money = (minor: number | null) => (minor === null ? null : { minor, currency })
  return {
    id: found.id,
    reference: found.reference,
    provider: found.provider,
    title: found.title,
    kind: CONTRACT_KINDS[found.kind],
    sites: found.sites ?? '',
    startsOn: found.startsOn,
    endsOn,
    noticeUntil: endsOn === null ? null : addDays(endsOn, -found.noticeDays),
    expected: money(found.expectedAmountMinor),
    used: { minor: found.usedMinor, currency },
    cap: money(found.capMinor),
    status: { label: contractWorkflow.label(status), tone: contractWorkflow.tone(status) },
  }
}

/** What the filters «Vencen en 90 días» and «Sin contrato firmado» ask. */
export const CONTRACT_FILTERS: Record<string, string> = {
  ending: `c.status in ('active', 'suspended') and c.ends_on between current_date and current_date + 90`,
  unsigned: `not exists (select 1 from contract_files f where f.contract_id = c.id and f.kind = 'signed')`,
}

/** Contracts with one of these companies. */
export const OF_SITES = 'c.site_ids && :wantedSites::bigint[]'
