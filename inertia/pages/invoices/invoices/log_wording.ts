import type { Tone } from '~/kit/status_badge'

type Wording = { title: string; tone?: Tone }

/** What each action of the log is called. */
export const actionWordings: Readonly<Record<string, Wording>> = {
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

/** Fields whose values people read; keys of other rows are never quoted. */
export const fieldWordings: Readonly<
  Record<string, { label: string; kind: 'text' | 'day' | 'money' | 'doc_type' }>
> = {
  invoiceNumber: { label: 'Número', kind: 'text' },
  concept: { label: 'Concepto', kind: 'text' },
  docType: { label: 'Tipo', kind: 'doc_type' },
  issuedOn: { label: 'Fecha', kind: 'day' },
  dueOn: { label: 'Vencimiento', kind: 'day' },
  postedOn: { label: 'Fecha contable', kind: 'day' },
  baseMinor: { label: 'Base', kind: 'money' },
  vatMinor: { label: 'IVA', kind: 'money' },
  surchargeMinor: { label: 'Recargo', kind: 'money' },
  withholdingMinor: { label: 'Retención', kind: 'money' },
  suppliedMinor: { label: 'Suplidos', kind: 'money' },
  totalMinor: { label: 'Total', kind: 'money' },
  outstandingMinor: { label: 'Pendiente', kind: 'money' },
  currency: { label: 'Divisa', kind: 'text' },
  rectificationNote: { label: 'Motivo sin factura original', kind: 'text' },
  lines: { label: 'Líneas', kind: 'text' },
  taxGroups: { label: 'Tipos de IVA', kind: 'text' },
  file: { label: 'Archivo', kind: 'text' },
  entryNo: { label: 'Asiento', kind: 'text' },
}
