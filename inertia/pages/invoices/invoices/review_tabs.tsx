import { TabbedParts } from '~/kit/detail_page'
import { Timeline } from '~/kit/timeline'
import { ApprovalsPanel } from './approvals_panel'
import { EntryPanel } from './entry_panel'
import { historyEvents } from './history_events'
import { LinesPanel } from './lines_panel'
import { MarkdownPanel } from './markdown_panel'
import styles from './parts.module.css'
import { PaymentsPanel } from './payments_panel'
import type { ReviewPage } from './review_types'
import { TaxPanel } from './tax_panel'

/** The rest of the invoice, one part at a time. */
export function ReviewTabs({ page }: { page: ReviewPage }) {
  const { invoice, lines, log } = page
  return (
    <div className={styles.tabs}>
      <TabbedParts
        tabs={[
          { value: 'lines', label: `Líneas (${lines.length})`, content: <LinesPanel page={page} /> },
          { value: 'taxes', label: 'Impuestos', content: <TaxPanel page={page} /> },
          { value: 'approvals', label: 'Aprobaciones', content: <ApprovalsPanel page={page} /> },
          { value: 'entry', label: 'Asiento', content: <EntryPanel page={page} /> },
          { value: 'payments', label: 'Pagos', content: <PaymentsPanel page={page} /> },
          {
            value: 'history',
            label: 'Historial',
            content: <Timeline events={historyEvents(log, invoice.currency)} />,
          },
          {
            value: 'markdown',
            label: 'Texto',
            content: <MarkdownPanel key={invoice.id} invoiceId={invoice.id} reference={invoice.reference} />,
          },
        ]}
      />
    </div>
  )
}
