import { decimalText } from '#app/kernel/money/amount_text'
import { type AuditEntry, amountsAndDays, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import type { Option } from '~/kit/fields/choice_fields'
import { moneyText } from '~/kit/money'
import type { Choices } from '../choices'
import { percentageText } from '../target_values'

const events: Record<string, EventName> = {
  'rebilling_setting.created': { title: 'Creada' },
  'rebilling_setting.updated': { title: 'Cambiada' },
  'rebilling_setting.switched_on': { title: 'Activada', tone: 'green' },
  'rebilling_setting.switched_off': { title: 'Desactivada', tone: 'amber' },
  'rebilling_setting.recalculated': { title: 'Propuestas recalculadas', tone: 'blue' },
}

const fields: Record<string, string> = {
  name: 'Nombre',
  originSiteId: 'Empresa de origen',
  takesInvoices: 'Facturas recibidas',
  takesNotes: 'Notas de gastos',
  takesCosts: 'Costes jurídicos',
  providerIds: 'Proveedores',
  profileIds: 'Perfiles de gasto',
  categoryIds: 'Categorías',
  accountCodes: 'Cuentas de gasto',
  textFilter: 'Texto del concepto',
  allocation: 'Reparto',
  allocationKey: 'Clave',
  targets: 'Destinos',
  treatment: 'Tratamiento',
  vatCodeId: 'IVA',
  markupBasisPoints: 'Margen',
  settlement: 'Liquidación',
  incomeAccount: 'Cuenta de ingreso',
  expenseAccount: 'Cuenta de gasto en el destino',
  frequency: 'Frecuencia',
  autoPropose: 'Propone automáticamente',
  validFrom: 'Desde',
  validTo: 'Hasta',
  priority: 'Prioridad',
  active: 'Activa',
}

type Site = { id: number; name: string }
type Target = [siteId: number, percentage: string | null, amountMinor: number | null]
const amountOrDay = amountsAndDays('EUR')

/** What became of a rule, its values as its form shows them. */
export const settingHistory = (entries: AuditEntry[], choices: Choices, sites: readonly Site[]) =>
  timelineOf(entries, events, fields, {
    isShown: (field) => field in fields,
    wordOf: (field, value) => wordOf(field, value, choices, sites),
  })

function wordOf(field: string, value: unknown, choices: Choices, sites: readonly Site[]): unknown {
  const options = optionsOf(field, choices)
  if (Array.isArray(value)) {
    if (field === 'targets') return (value as Target[]).map((target) => targetText(target, sites)).join(', ')
    if (field === 'providerIds') return value.length === 0 ? 'Cualquiera' : String(value.length)
    return value.map((one) => labelOf(options, one)).join(', ')
  }
  if (value === null || value === undefined) return null
  if (field === 'originSiteId') return sites.find(({ id }) => id === value)?.name ?? null
  if (field === 'markupBasisPoints' && typeof value === 'number')
    return `${percentageText(decimalText(value))} %`
  return options.length > 0 ? labelOf(options, value) : amountOrDay(field, value)
}

const targetText = ([siteId, percentage, minor]: Target, sites: readonly Site[]): string => {
  const name = sites.find(({ id }) => id === siteId)?.name ?? 'Otra empresa'
  if (percentage !== null) return `${name} ${percentageText(percentage)} %`
  return minor === null ? name : `${name} ${moneyText({ minor, currency: 'EUR' })}`
}

const labelOf = (options: readonly Option[], value: unknown): string =>
  options.find((option) => option.value === String(value))?.label ?? String(value)

function optionsOf(field: string, choices: Choices): readonly Option[] {
  switch (field) {
    case 'allocation':
      return choices.allocations
    case 'allocationKey':
      return choices.keys
    case 'treatment':
      return choices.treatments
    case 'vatCodeId':
      return choices.taxes
    case 'settlement':
      return choices.settlements
    case 'frequency':
      return choices.frequencies
    case 'categoryIds':
      return choices.categories
    case 'profileIds':
      return choices.profiles
    default:
      return []
  }
}
