import { TabbedParts } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { AlarmsPanel } from '../alarms/alarms_panel'
import { ApprovalsPanel } from '../decisions/approvals_panel'
import { MarkdownPanel } from '../document/markdown_panel'
import { EntryPanel } from '../entry_panel'
import { LinesPanel } from '../lines/lines_panel'
import styles from '../parts.module.css'
import { PaymentsPanel } from '../payments_panel'
import { SharesPanel } from '../sharing/shares_panel'
import { TaxPanel } from '../taxes/tax_panel'
import { FieldList } from './field_list'
import type { ReviewPage } from './review_types'
import type { Review } from './use_review'

/** The invoice, one part at a time. A correction under way holds the data in view. */
export function ReviewTabs({ page, review }: { page: ReviewPage; review: Review }) {
  const { invoice, lines, log, alarms } = page
  const open = alarms.filter((alarm) => alarm.status === 'open').length
  return (
    <div className={styles.tabs}>
      <TabbedParts
        held={review.editor === null ? null : 'data'}
        onLeave={review.leave}
        tabs={[
          { value: 'data', label: 'Datos', content: <FieldList page={page} review={review} /> },
          {
            value: 'lines',
            label: `Líneas (${lines.length})`,
            content: (
              <>
                <LinesPanel page={page} />
                <SharesPanel page={page} />
              </>
            ),
          },
          { value: 'taxes', label: 'IVA', content: <TaxPanel page={page} /> },
          {
            value: 'alarms',
            label: open > 0 ? `Alarmas (${open})` : 'Alarmas',
            content: <AlarmsPanel page={page} />,
          },
          { value: 'approvals', label: 'Aprobaciones', content: <ApprovalsPanel page={page} /> },
          { value: 'entry', label: 'Asiento', content: <EntryPanel page={page} /> },
          { value: 'payments', label: 'Pagos', content: <PaymentsPanel page={page} /> },
          { value: 'history', label: 'Historial', content: <Timeline events={log} /> },
          {
            value: 'markdown',
            label: 'Markdown',
            content: <MarkdownPanel key={invoice.id} invoiceId={invoice.id} reference={invoice.reference} />,
          },
        ]}
      />
    </div>
  )
}
