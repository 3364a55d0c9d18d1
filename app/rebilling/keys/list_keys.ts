import { rows } from '#app/kernel/database/sql'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { periodText } from '#app/rebilling/allocation/period'
import { keyLabel } from '#app/rebilling/keys/key_names'
import { KNOWN_KEYS } from '#app/rebilling/rebilling_labels'

export type KeyRow = {
  id: number
  name: string
  month: string
  site: string
  siteName: string
  /** As it is written: «120», «1.234,5». */
  value: string
  source: string
  author: string
  actions: string[]
  /** For the form that changes it. */
  keyName: string
  monthOn: CalendarDate
  siteId: number
  rawValue: string
}

const definition: ListDefinition = {
  from: 'allocation_keys k',
  key: 'k.id',
  joins: 'join sites s on s.id = k.site_id left join users u on u.id = k.updated_by',
  select: `k.id, k.name as key_name, k.month as month_on, k.site_id, s.code as site, s.legal_name::text as site_name, k.value::text as raw_value, k.source, u.name as author`,
  sorts: {
    month: { sql: 'k.month', type: 'date' },
    name: { sql: 'k.name', type: 'text' },
    value: { sql: 'k.value', type: 'numeric' },
  },
  defaultSort: '-month',
}

type Found = {
  id: number
  keyName: string
  monthOn: CalendarDate
  siteId: number
  site: string
  siteName: string
  rawValue: string
  source: 'manual' | 'import' | 'employees' | 'centers'
  author: string | null
}

const SOURCES = {
  manual: 'A mano',
  import: 'Fichero',
  employees: 'Empleados',
  centers: 'Centros',
} as const

/** The values of one month, `month` being its first day. */
export const OF_MONTH = 'k.month = :month::date'

/** Claves de reparto. */
export const keysList: List<Found, KeyRow> = {
  name: 'claves-de-reparto',
  definition,
  toRow: ({ source, author, ...found }) => ({
    ...found,
    name: keyLabel(found.keyName),
    month: periodText({ from: found.monthOn, to: found.monthOn }),
    value: valueText(found.rawValue),
    source: SOURCES[source],
    author: author ?? '',
    actions: ['edit', 'remove'],
  }),
  columns: [
    { key: 'name', title: 'Clave', kind: 'name', sort: 'name', file: { width: 28 } },
    { key: 'month', title: 'Mes', kind: 'reference', sort: 'month' },
    { key: 'site', title: 'Empresa', kind: 'reference' },
    { key: 'siteName', title: 'Razón social', kind: 'text', card: 'hidden', file: { width: 28 } },
    {
      key: 'value',
      title: 'Valor',
      kind: 'own',
      isFigure: true,
      sort: 'value',
      card: 'figure',
      file: { value: (row) => row.value },
    },
    { key: 'source', title: 'De', kind: 'text', card: 'hidden' },
    { key: 'author', title: 'Por', kind: 'text', isOptional: true },
  ],
}

/** A decimal of the database as people write it. */
export function valueText(value: string): string {
  const [whole = '0', fraction = ''] = value.split('.')
  const decimals = fraction.replace(/0+$/, '')
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')}${decimals ? `,${decimals}` : ''}`
}

/** Keys that there are and those that the product knows, for a choice. */
export async function listKeyNames(): Promise<{ value: string; label: string }[]> {
  const found = await rows<{ name: string }>(
    `select distinct name from allocation_keys order by name limit 200`
  )
  const names = new Set([...Object.keys(KNOWN_KEYS), ...found.map(({ name }) => name)])
  return [...names].map((name) => ({ value: name, label: keyLabel(name) }))
}
