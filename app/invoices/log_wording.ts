import type { InvoiceAction } from '#app/invoices/editing/log_action'
import type { RowStates } from '#app/invoices/queries/invoice_rows'
import { invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { formatAmount } from '#app/kernel/money/money'
import { plainDecimal } from '#app/kernel/text/plain_decimal'
import { formatDay, isCalendarDate } from '#app/kernel/time/calendar_date'
import type { Tone } from '#app/kernel/workflow'

/** What each action of the log is called. */
export const ACTION_WORDING: Readonly<Record<InvoiceAction, { title: string; tone?: Tone }>> = {
  created: { title: 'Registrada' },
  uploaded: { title: 'Subida' },
  ocr_started: { title: 'Lectura empezada', tone: 'blue' },
  ocr_done: { title: 'Lectura terminada', tone: 'green' },
  ocr_failed: { title: 'Lectura fallida', tone: 'red' },
  field_changed: { title: 'Datos cambiados' },
  line_added: { title: 'Línea añadida' },
  line_changed: { title: 'Línea cambiada' },
  line_deleted: { title: 'Línea eliminada' },
  date_changed: { title: 'Fechas corregidas' },
  number_changed: { title: 'Número corregido' },
  totals_changed: { title: 'Totales corregidos' },
  provider_reassigned: { title: 'Proveedor reasignado' },
  site_reassigned: { title: 'Empresa reasignada' },
  classified: { title: 'Líneas clasificadas' },
  submitted: { title: 'Enviada a aprobación', tone: 'blue' },
  approved: { title: 'Aprobada', tone: 'green' },
  returned: { title: 'Devuelta a revisión', tone: 'amber' },
  rejected: { title: 'Rechazada', tone: 'red' },
  booked: { title: 'Contabilizada', tone: 'green' },
  unbooked: { title: 'Asiento anulado', tone: 'amber' },
  alarm_raised: { title: 'Alarma abierta', tone: 'amber' },
  alarm_resolved: { title: 'Alarma cerrada', tone: 'green' },
  alarm_snoozed: { title: 'Alarma pospuesta' },
  file_viewed: { title: 'Documento consultado' },
  file_downloaded: { title: 'Original descargado' },
  exported: { title: 'Exportada' },
  payment_linked: { title: 'Pago registrado', tone: 'green' },
  synced: { title: 'Sincronizada' },
  merged_duplicate: { title: 'Marcada como duplicada', tone: 'red' },
}

type Kind =
  | 'text'
  | 'day'
  | 'money'
  | 'doc_type'
  | 'status'
  | 'yes_no'
  | 'priority'
  | 'quarantine'
  | 'rate'
  | 'lines'
  | 'taxes'

/** Fields whose values people read, in the order they are shown; keys of other rows are never quoted. */
const FIELDS: Readonly<Record<string, { label: string; kind: Kind }>> = {
  status: { label: 'Estado', kind: 'status' },
  provider: { label: 'Proveedor', kind: 'text' },
  site: { label: 'Empresa', kind: 'text' },
  invoiceNumber: { label: 'Número', kind: 'text' },
  concept: { label: 'Concepto', kind: 'text' },
  category: { label: 'Categoría', kind: 'text' },
  docType: { label: 'Tipo', kind: 'doc_type' },
  issuedOn: { label: 'Fecha', kind: 'day' },
  operationOn: { label: 'Fecha de operación', kind: 'day' },
  dueOn: { label: 'Vencimiento', kind: 'day' },
  postedOn: { label: 'Fecha contable', kind: 'day' },
  vatPeriod: { label: 'Período de IVA', kind: 'text' },
  baseMinor: { label: 'Base', kind: 'money' },
  vatMinor: { label: 'IVA', kind: 'money' },
  surchargeMinor: { label: 'Recargo', kind: 'money' },
  withholdingMinor: { label: 'Retención', kind: 'money' },
  suppliedMinor: { label: 'Suplidos', kind: 'money' },
  roundingMinor: { label: 'Redondeo', kind: 'money' },
  totalMinor: { label: 'Total', kind: 'money' },
  advanceMinor: { label: 'Anticipo', kind: 'money' },
  prepaidMinor: { label: 'Ya pagado', kind: 'money' },
  retainedMinor: { label: 'Retención de garantía', kind: 'money' },
  retainedUntil: { label: 'Se retiene hasta', kind: 'day' },
  payableMinor: { label: 'A pagar', kind: 'money' },
  amountMinor: { label: 'Importe', kind: 'money' },
  outstandingMinor: { label: 'Pendiente', kind: 'money' },
  currency: { label: 'Divisa', kind: 'text' },
  fxRate: { label: 'Tipo de cambio', kind: 'rate' },
  bank: { label: 'Cuenta de pago', kind: 'text' },
  rectifies: { label: 'Rectifica', kind: 'text' },
  rectificationNote: { label: 'Motivo sin factura original', kind: 'text' },
  priority: { label: 'Prioridad', kind: 'priority' },
  holdUntil: { label: 'No pagar antes del', kind: 'day' },
  in347: { label: 'Modelo 347', kind: 'yes_no' },
  lines: { label: 'Líneas', kind: 'lines' },
  taxGroups: { label: 'Tipos de IVA', kind: 'taxes' },
  pages: { label: 'Páginas', kind: 'text' },
  file: { label: 'Archivo', kind: 'text' },
  entryNo: { label: 'Asiento', kind: 'text' },
  rule: { label: 'Regla', kind: 'text' },
  original: { label: 'Factura original', kind: 'text' },
  quarantine: { label: 'Registro público', kind: 'quarantine' },
  splitFrom: { label: 'Sale de', kind: 'text' },
}

const DOC_TYPES: Readonly<Record<string, string>> = {
  invoice: 'Factura',
  credit_note: 'Factura rectificativa',
  simplified: 'Factura simplificada',
  proforma: 'Proforma',
  quote: 'Presupuesto',
  order: 'Pedido',
  delivery_note: 'Albarán',
  reminder: 'Reclamación de pago',
  statement_of_account: 'Extracto de cuenta',
  other: 'Otro documento',
  receipt: 'Recibo',
  dua: 'DUA',
}

export type Change = { field: string; before: string | null; after: string | null }
type Values = Record<string, unknown>

/** What an entry of the log changed, as people read it: amounts in `currency`, days and states in Spanish. */
export function logChanges(before: unknown, after: unknown, currency: string): Change[] {
  const [old, young] = [named(before), named(after)]
  return Object.entries(FIELDS).flatMap(([name, { label, kind }]) => {
    if (old[name] === undefined && young[name] === undefined) return []
    return [
      {
        field: label,
        before: written(old[name], kind, currency),
        after: written(young[name], kind, currency),
      },
    ]
  })
}

/** What was said with it: the reason a person gave, or the text of an alarm. */
export function logDetail(after: unknown): string | null {
  const { message, reason } = named(after)
  return typeof message === 'string' ? message : typeof reason === 'string' && reason !== '' ? reason : null
}

/** The changes of one side as one line of text, for tables and files. */
export const sideText = (changes: Change[], side: 'before' | 'after'): string =>
  changes.flatMap((change) => (change[side] === null ? [] : [`${change.field}: ${change[side]}`])).join(' · ')

function written(value: unknown, kind: Kind, currency: string): string | null {
  if (value === undefined || value === null || value === '') return null
  switch (kind) {
    case 'text':
      return String(value)
    case 'day':
      return dayText(String(value))
    case 'money':
      return formatAmount(Number(value), currency)
    case 'doc_type':
      return DOC_TYPES[String(value)] ?? String(value)
    case 'status':
      return statusText(String(value))
    case 'rate':
      return plainDecimal(String(value))
    case 'yes_no':
      return value === true ? 'Sí' : 'No'
    case 'priority':
      return value === 'urgent' ? 'Urgente' : 'Normal'
    case 'quarantine':
      return 'Aceptado'
    case 'lines':
      return listText(value, lineText)
    case 'taxes':
      return listText(value, groupText)
    default:
      return kind satisfies never
  }
}

const dayText = (text: string) => (isCalendarDate(text) ? formatDay(text) : text)
const statusText = (text: string) => (invoiceWorkflow.isState(text) ? invoiceWorkflow.label(text) : text)

const listText = <Item>(value: unknown, textOf: (item: Item) => string): string | null =>
  Array.isArray(value) && value.length > 0 ? (value as Item[]).map(textOf).join('; ') : null

const lineText = ({
  concept,
  baseMinor,
  vatCode,
  accountCode,
  category,
  periodFrom,
  periodTo,
}: RowStates['lines'][number]) =>
  [
    concept,
    formatAmount(baseMinor),
    vatCode,
    accountCode,
    category,
    periodFrom && periodTo ? `${dayText(periodFrom)} – ${dayText(periodTo)}` : null,
  ]
    .filter(Boolean)
    .join(' · ')

const groupText = ({ vatCode, baseMinor, vatMinor }: RowStates['taxGroups'][number]) =>
  `${vatCode}: ${formatAmount(baseMinor)} + ${formatAmount(vatMinor)}`

// Rows of the database come with underscores, notes of an action without.
const named = (values: unknown): Values =>
  values && typeof values === 'object'
    ? Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
          value,
        ])
      )
    : {}
