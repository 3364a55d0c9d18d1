import { countText, Instant, Quantity } from '~/kit/day'
import { ListPage } from '~/kit/list_page'
import type { Column, ListOf, RowAction } from '~/kit/list_types'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { useLast } from '~/kit/use_last'
import { urlFor } from '~/urls'
import { ConfidenceMark } from '../invoices/confidence_mark'
import { RefreshWhile } from '../invoices/refresh_while'

type Row = {
  id: number
  invoice_id: number
  reference: string
  file: string
  engine: string
  status: { label: string; tone: Tone }
  attempts: number
  pages: number | null
  seconds: number | null
  /** From 0 to 1, the mean of the fields. */
  confidence: number | null
  error: string | null
  created_at: string
  actions: string[]
}

type Props = {
  statuses: { value: string; label: string }[]
  readings: ListOf<Row>
  /** The figures come after the page. */
  figures?: Figures
}

type Figures = { done: number; failed: number; waiting: number; secondsPerPage: number | null }

const columns: Column<Row>[] = [
  { key: 'reference', header: 'Factura', cell: (row) => row.reference },
  { key: 'file', header: 'Archivo', width: 260, cell: (row) => row.file },
  { key: 'status', header: 'Estado', cell: (row) => <StatusBadge {...row.status} /> },
  { key: 'engine', header: 'Motor', optional: true, cell: (row) => row.engine },
  { key: 'attempts', header: 'Intentos', numeric: true, cell: (row) => countText(row.attempts) },
  {
    key: 'pages',
    header: 'Páginas',
    numeric: true,
    cell: (row) => (row.pages === null ? '–' : countText(row.pages)),
  },
  {
    key: 'seconds',
    header: 'Tiempo',
    numeric: true,
    cell: (row) => (row.seconds === null ? '–' : <Quantity value={tenths(row.seconds)} unit="s" />),
  },
  {
    key: 'confidence',
    header: 'Confianza',
    cell: (row) => (row.confidence === null ? '–' : <ConfidenceMark confidence={row.confidence} />),
  },
  { key: 'error', header: 'Motivo del fallo', width: 280, cell: (row) => row.error ?? '' },
  {
    key: 'created_at',
    header: 'Solicitada',
    sortable: true,
    cell: (row) => <Instant value={row.created_at} />,
  },
]

const rowActions: RowAction<Row>[] = [
  {
    label: 'Reintentar',
    transition: 'analyse',
    confirm: (row) => ({
      title: 'Reintentar la lectura',
      question: `Se volverá a leer el documento de «${row.reference}».`,
      submitLabel: 'Reintentar',
      url: urlFor('invoices.reread', { id: row.invoice_id }),
    }),
  },
  {
    label: 'Cancelar',
    transition: 'cancel_reading',
    isDangerous: true,
    confirm: (row) => ({
      title: 'Cancelar la lectura',
      question: `«${row.reference}» quedará para completarla a mano o leerla de nuevo.`,
      submitLabel: 'Cancelar lectura',
      isDangerous: true,
      method: 'delete',
      url: urlFor('invoices.reading.cancel', { id: row.invoice_id }),
    }),
  },
]

export default function OcrJobsIndex({ readings, figures, statuses }: Props) {
  const shownFigures = useLast(figures)
  return (
    <ListPage
      title="Cola de lectura"
      subtitle="Documentos que se leen, los que esperan y los que no se pudieron leer."
      back={urlFor('invoices')}
      list={readings}
      columns={columns}
      storageKey="ocr_jobs"
      searchLabel={null}
      filters={[{ name: 'status', label: 'Estado', kind: 'multi', options: statuses }]}
      rowActions={rowActions}
      figures={figuresOf(shownFigures)}
      rowHref={(row) => urlFor('invoices.show', { id: row.invoice_id })}
      empty={{ text: 'Todavía no se ha leído ningún documento. Suba una factura para empezar.' }}
    >
      {shownFigures && shownFigures.waiting > 0 ? <RefreshWhile only={['readings', 'figures']} /> : null}
    </ListPage>
  )
}

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

function figuresOf(figures: Figures | undefined) {
  const value = (name: 'waiting' | 'done' | 'failed') => (figures ? countText(figures[name]) : '–')
  const seconds = figures?.secondsPerPage ?? null
  return [
    { label: 'En espera', value: value('waiting') },
    { label: 'Leídos', value: value('done'), hint: '30 días' },
    {
      label: 'Fallidos',
      value: value('failed'),
      hint: '30 días',
      href: urlFor('invoices', null, { tab: 'failed' }),
    },
    {
      label: 'Tiempo por página',
      value: seconds === null ? '–' : <Quantity value={tenths(seconds)} unit="s" />,
      hint: 'mediana',
    },
  ]
}
