import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { MoneyJson } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { NETTING_LABELS } from '#app/loans/loan_labels'
import type { NettingMode } from '#app/loans/netting/net_debts'
import { type CompensationStatus, compensationWorkflow } from '#app/loans/workflows/compensation_workflow'

export type CompensationRow = {
  id: number
  number: string
  cutOffOn: CalendarDate
  companies: string
  mode: string
  total: MoneyJson
  status: Badge
}

const definition: ListDefinition = {
  from: 'loan_compensations c',
  key: 'c.id',
  select: `c.id, c.number, c.cut_off_on, c.mode, c.total_minor, c.currency, c.status,
    (select string_agg(s.code, ', ' order by s.code) from sites s where s.id = any(c.site_ids)) as companies`,
  sorts: {
    number: { sql: 'c.id', type: 'bigint' },
    cut_off: { sql: 'c.cut_off_on', type: 'date' },
  },
  defaultSort: '-number',
}

type Found = {
  id: number
  number: string
  cutOffOn: CalendarDate
  mode: NettingMode
  totalMinor: number
  currency: string
  status: CompensationStatus
  companies: string
}

/** Compensaciones. */
export const compensationsList: List<Found, CompensationRow> = {
  name: 'compensaciones',
  definition,
  toRow: ({ mode, totalMinor, currency, status, ...found }) => ({
    ...found,
    mode: NETTING_LABELS[mode],
    total: { minor: totalMinor, currency },
    status: { label: compensationWorkflow.label(status), tone: compensationWorkflow.tone(status) },
  }),
  columns: [
    { key: 'number', title: 'Nº', kind: 'reference', sort: 'number' },
    { key: 'cutOffOn', title: 'Corte', kind: 'day', sort: 'cut_off' },
    { key: 'companies', title: 'Empresas', kind: 'name', file: { width: 40 } },
    { key: 'mode', title: 'Modo', kind: 'text' },
    { key: 'total', title: 'Compensado', kind: 'money', card: 'figure' },
    { key: 'status', title: 'Estado', kind: 'badge' },
  ],
}

/** Those with one of the companies `compensationSiteIds`. */
export const OF_COMPANIES = 'c.site_ids && :compensationSiteIds::bigint[]'
