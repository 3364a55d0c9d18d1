import { type InvoiceStatus, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import { oneRow } from '#app/kernel/database/sql'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { Filter, List, ListDefinition } from '#app/kernel/lists/listing'

export const OCR_STATUS: Record<string, Badge> = {
  queued: { label: 'En cola', tone: 'grey' },
  running: { label: 'Leyendo', tone: 'blue' },
  done: { label: 'Leída', tone: 'green' },
  failed: { label: 'Fallida', tone: 'red' },
  cancelled: { label: 'Cancelada', tone: 'grey' },
}

type OcrJobRow = {
  id: number
  invoiceId: number
  reference: string
  file: string
  engine: string
  status: Badge
  attempts: number
  pages: number | null
  seconds: number | null
  confidence: number | null
  error: string | null
  createdAt: string
  actions: string[]
}

const definition: ListDefinition = {
  from: 'ocr_jobs j join invoices i on i.id = j.invoice_id',
  key: 'j.id',
  joins: 'join files f on f.id = j.file_id',
  select: `j.id, j.invoice_id, i.reference, i.status as invoice_status, f.name as file, j.engine, j.status, j.attempts, j.pages, j.confidence, j.error, j.created_at,
    extract(epoch from j.finished_at - j.started_at)::float8 as seconds`,
  sorts: { created_at: { sql: 'j.id', type: 'bigint' } },
  defaultSort: '-created_at',
}

type Found = Omit<OcrJobRow, 'status' | 'createdAt' | 'confidence' | 'actions'> & {
  status: string
  invoiceStatus: InvoiceStatus
  createdAt: Date
  confidence: string | null
}

/** The queue of the reader; what each reading offers follows from the state of its invoice. */
export const ocrJobsList: List<Found, OcrJobRow> = {
  name: 'lecturas',
  definition,
  toRow: ({ createdAt, invoiceStatus, ...job }) => ({
    ...job,
    actions: actionsOf(invoiceStatus),
    status: OCR_STATUS[job.status] ?? { label: job.status, tone: 'grey' },
    seconds: job.seconds === null ? null : Math.round(job.seconds * 10) / 10,
    confidence: job.confidence === null ? null : Number(job.confidence),
    createdAt: createdAt.toISOString(),
  }),
  columns: [
    { key: 'reference', title: 'Factura', kind: 'reference' },
    { key: 'file', title: 'Archivo', kind: 'name' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    { key: 'engine', title: 'Motor', kind: 'text', isOptional: true },
    { key: 'attempts', title: 'Intentos', kind: 'number' },
    { key: 'pages', title: 'Páginas', kind: 'number' },
    { key: 'seconds', title: 'Tiempo', kind: 'own', isFigure: true, only: 'page' },
    { key: 'confidence', title: 'Confianza', kind: 'own', only: 'page' },
    { key: 'error', title: 'Motivo del fallo', kind: 'text', width: 280 },
    { key: 'createdAt', title: 'Solicitada', kind: 'instant', sort: 'created_at' },
  ],
}

/** Read again what failed; stop waiting for what is being read. */
const actionsOf = (status: InvoiceStatus): string[] =>
  status === 'analysing' ? ['cancel_reading'] : invoiceWorkflow.can(status, 'analyse') ? ['analyse'] : []

/** Figures of the last thirty days within the caller's companies: documents read, failed, seconds a page. */
export function ocrFigures({ where, bindings }: Filter) {
  return oneRow<{ done: number; failed: number; waiting: number; secondsPerPage: number | null }>(
    `select count(*) filter (where j.status = 'done')::int as done, count(*) filter (where j.status = 'failed')::int as failed,
            count(*) filter (where j.status in ('queued', 'running'))::int as waiting,
            percentile_cont(0.5) within group (order by extract(epoch from j.finished_at - j.started_at) / greatest(j.pages, 1)) filter (where j.status = 'done')::float8 as seconds_per_page
       from ocr_jobs j join invoices i on i.id = j.invoice_id where ${['true', ...where].join(' and ')} and j.created_at > now() - interval '30 days'`,
    bindings
  )
}
