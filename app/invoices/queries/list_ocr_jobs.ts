import { type InvoiceStatus, invoiceWorkflow } from '#app/invoices/workflows/invoice_workflow'
import {
  type Filter,
  type ListDefinition,
  type ListOf,
  type ListRequest,
  listPage,
} from '#app/kernel/listing'
import { oneRow } from '#app/kernel/sql'
import type { Tone } from '#app/kernel/workflow'

export const OCR_STATUS: Record<string, { label: string; tone: Tone }> = {
  queued: { label: 'En cola', tone: 'grey' },
  running: { label: 'Leyendo', tone: 'blue' },
  done: { label: 'Leída', tone: 'green' },
  failed: { label: 'Fallida', tone: 'red' },
  cancelled: { label: 'Cancelada', tone: 'grey' },
}

export type OcrJobRow = {
  id: number
  invoice_id: number
  reference: string
  file: string
  engine: string
  status: { label: string; tone: Tone }
  attempts: number
  pages: number | null
  seconds: number | null
  confidence: number | null
  error: string | null
  created_at: string
  actions: string[]
}

export const ocrJobsList: ListDefinition = {
  from: 'ocr_jobs j join invoices i on i.id = j.invoice_id',
  key: 'j.id',
  joins: 'join files f on f.id = j.file_id',
  select: `j.id, j.invoice_id, i.reference, i.status as invoice_status, f.name as file, j.engine, j.status, j.attempts, j.pages, j.confidence, j.error, j.created_at,
    extract(epoch from j.finished_at - j.started_at)::float8 as seconds`,
  sorts: { created_at: { sql: 'j.id', type: 'bigint' } },
  defaultSort: '-created_at',
}

type Found = Omit<OcrJobRow, 'status' | 'created_at' | 'confidence' | 'invoice_id' | 'actions'> & {
  status: string
  invoiceStatus: InvoiceStatus
  createdAt: Date
  confidence: string | null
  invoiceId: number
}

/** One page of the queue; what each reading offers follows from the state of its invoice. */
export async function listOcrJobs(request: ListRequest, filter: Filter): Promise<ListOf<OcrJobRow>> {
  const page = await listPage<Found>(ocrJobsList, request, filter)
  return {
    ...page,
    rows: page.rows.map(({ createdAt, invoiceId, invoiceStatus, ...job }) => ({
      ...job,
      actions: actionsOf(invoiceStatus),
      invoice_id: invoiceId,
      status: OCR_STATUS[job.status] ?? { label: job.status, tone: 'grey' },
      confidence: job.confidence === null ? null : Number(job.confidence),
      created_at: createdAt.toISOString(),
    })),
  }
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
