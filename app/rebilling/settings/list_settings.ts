import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import {
  ALLOCATIONS,
  type Allocation,
  FREQUENCIES,
  type Frequency,
  TREATMENTS,
  type Treatment,
} from '#app/rebilling/rebilling_labels'

export type SettingRow = {
  id: number
  name: string
  origin: string
  targets: string
  allocation: string
  treatment: string
  frequency: string
  proposes: string
  validity: string
  priority: number
  state: Badge
  actions: string[]
}

const definition: ListDefinition = {
  from: 'rebilling_settings s',
  key: 's.id',
  joins: 'join sites o on o.id = s.origin_site_id',
  select: `s.id, s.name, o.code as origin, s.allocation, s.allocation_key, s.treatment, s.markup_basis_points, s.frequency, s.auto_propose, s.valid_from, s.valid_to, s.priority, s.active,
    (select string_agg(g.code, ', ' order by t.position) from rebilling_setting_targets t join sites g on g.id = t.site_id where t.setting_id = s.id) as targets`,
  sorts: {
    name: { sql: 's.name collate "es-x-icu"', type: 'text' },
    priority: { sql: 's.priority', type: 'int' },
    valid_from: { sql: 's.valid_from', type: 'date' },
  },
  defaultSort: 'name',
}

type Found = {
  id: number
  name: string
  origin: string
  targets: string
  allocation: Allocation
  allocationKey: string | null
  treatment: Treatment
  markupBasisPoints: number
  frequency: Frequency
  autoPropose: boolean
  validFrom: CalendarDate
  validTo: CalendarDate | null
  priority: number
  active: boolean
}

/** Reglas de refacturación. */
export const settingsList: List<Found, SettingRow> = {
  name: 'reglas-de-refacturacion',
  definition,
  toRow: (found) => ({
    id: found.id,
    name: found.name,
    origin: found.origin,
    targets: found.targets,
    allocation: allocationText(found),
    treatment: `${TREATMENTS[found.treatment]}${found.markupBasisPoints > 0 ? ` + ${percentText(found.markupBasisPoints)}` : ''}`,
    frequency: FREQUENCIES[found.frequency],
    proposes: found.autoPropose ? 'Sola' : 'A mano',
    validity: found.validTo
      ? `${formatDay(found.validFrom)} – ${formatDay(found.validTo)}`
      : `Desde el ${formatDay(found.validFrom)}`,
    priority: found.priority,
    state: found.active ? { label: 'Activa', tone: 'green' } : { label: 'Inactiva', tone: 'grey' },
    actions: [found.active ? 'switch_off' : 'switch_on'],
  }),
  columns: [
    {
      key: 'name',
      title: 'Nombre',
      kind: 'name',
      sort: 'name',
      second: 'validity',
      file: { width: 32 },
    },
    { key: 'origin', title: 'Origen', kind: 'reference' },
    { key: 'targets', title: 'Destinos', kind: 'text', width: 190, file: { width: 24 } },
    { key: 'allocation', title: 'Reparto', kind: 'text', width: 150 },
    { key: 'treatment', title: 'Tratamiento', kind: 'text', width: 200, file: { width: 20 } },
    { key: 'frequency', title: 'Frecuencia', kind: 'text', card: 'hidden' },
    { key: 'proposes', title: 'Propone', kind: 'reference', card: 'hidden' },
    { key: 'validity', title: 'Vigencia', kind: 'text', only: 'file', file: { width: 26 } },
    { key: 'priority', title: 'Prioridad', kind: 'number', sort: 'priority', isOptional: true },
    { key: 'state', title: 'Activa', kind: 'badge' },
  ],
}

/** SQL over `s`: what is searched. */
export const SETTING_WORDS = 'f_unaccent(lower(s.name))'

/** Conditions of the filter by state. */
export const BY_STATE = { yes: 's.active', no: 'not s.active' } as const

const allocationText = ({ allocation, allocationKey }: Pick<Found, 'allocation' | 'allocationKey'>) =>
  allocation === 'key' ? `Clave ${allocationKey}` : ALLOCATIONS[allocation]

/** Hundredths of a percent as people read them: «5 %», «2,5 %». */
export const percentText = (basisPoints: number): string => `${String(basisPoints / 100).replace('.', ',')} %`
