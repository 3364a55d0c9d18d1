import { countText, Quantity } from '~/kit/day'
import type { Cells } from '~/kit/list/declared_columns'
import { ListPage } from '~/kit/list/list_page'
import type { ListOf, RowAction } from '~/kit/list/list_types'
import { useLast } from '~/kit/list/use_last'
import { urlFor } from '~/urls'
import { RefreshWhile } from '../invoices/refresh_while'
import { ConfidenceMark } from '../invoices/review/confidence_mark'

type Row = {
  id: number
  invoiceId: number
  reference: string
  seconds: number | null
  /** From 0 to 1, the mean of the fields. */
  confidence: number | null
  actions: string[]
}

type Props = {
  statuses: { value: string; label: string }[]
  readings: ListOf<Row>
  /** The figures come after the page. */
  figures?: Figures
}

type Figures = { done: number; failed: number; waiting: number; secondsPerPage: number | null }

const cells: Cells<Row> = {
  seconds: (row) => (row.seconds === null ? '–' : <Quantity value={row.seconds} unit="s" />),
  confidence: (row) => (row.confidence === null ? '–' : <ConfidenceMark confidence={row.confidence} />),
}

const rowActions: RowAction<Row>[] = [
  {
    label: 'Reintentar',
    transition: 'analyse',
    confirm: (row) => ({
      title: 'Reintentar la lectura',
      question: `Se volverá a leer el documento de «${row.reference}».`,
      submitLabel: 'Reintentar',
      url: urlFor('invoices.reread', { id: row.invoiceId }),
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
      url: urlFor('invoices.reading.cancel', { id: row.invoiceId }),
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
      cells={cells}
      storageKey="ocr_jobs"
      searchLabel={null}
      filters={[{ name: 'status', label: 'Estado', kind: 'multi', options: statuses }]}
      rowActions={rowActions}
      figures={figuresOf(shownFigures)}
      rowHref={(row) => urlFor('invoices.show', { id: row.invoiceId })}
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
