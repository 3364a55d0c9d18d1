import { useState } from 'react'
import { DetailPage } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { JudgedAlarms } from './alarms/judged_alarms'
import { OpenAlarms } from './alarms/open_alarms'
import { decisionMenu } from './decisions/decision_menu'
import { isReading, nextStep } from './decisions/next_step'
import { NextStepPanel } from './decisions/next_step_panel'
import { PublicPanel } from './decisions/public_panel'
import { FilesPanel } from './document/files_panel'
import { InvoiceDocument } from './document/invoice_document'
import { ContractPanel } from './lines/contract_panel'
import { NeighbourLinks } from './review/neighbour_links'
import { ReviewKeysHint } from './review/review_keys_hint'
import { ReviewSheets, type Sheet } from './review/review_sheets'
import { ReviewTabs } from './review/review_tabs'
import type { ReviewPage } from './review/review_types'
import { useReview } from './review/use_review'
import { useReviewKeys } from './review/use_review_keys'

export default function InvoiceShow(page: ReviewPage) {
  // Another invoice starts with nothing open.
  return <InvoiceReview key={page.invoice.id} page={page} />
}

function InvoiceReview({ page }: { page: ReviewPage }) {
  const { invoice, provider, neighbours } = page
  const review = useReview()
  const [sheet, setSheet] = useState<Sheet>(null)
  /** What is done with the invoice is done with what is saved of it. */
  const openSheet = (asked: Sheet) => {
    if (review.leave()) setSheet(asked)
  }
  useReviewKeys(page, review, () => openSheet(nextStep(page).action?.name ?? null))
  return (
    <DetailPage
      title={invoice.number ? `${invoice.reference} · ${invoice.number}` : invoice.reference}
      subtitle={provider?.legalName ?? 'Proveedor sin asignar'}
      status={
        <>
          <StatusBadge {...invoice.status} />
          {page.turnedDown && invoice.state === 'pending_review' ? (
            <StatusBadge tone="amber" label="Devuelta" />
          ) : null}
          {invoice.isUrgent ? <StatusBadge tone="amber" label="Urgente" /> : null}
        </>
      }
      back={urlFor('invoices')}
      shape="document"
      actions={<NeighbourLinks neighbours={neighbours} />}
      menu={decisionMenu(page, { onDecide: openSheet, onOpen: openSheet })}
      rail={
        <>
          <NextStepPanel page={page} onAct={openSheet} onComplete={() => openSheet('complete')} />
          {isReading(invoice.state) ? null : (
            <>
              <PublicPanel page={page} />
              <OpenAlarms page={page} />
              <JudgedAlarms page={page} />
              <ContractPanel page={page} />
              <ReviewTabs page={page} review={review} />
              <FilesPanel page={page} />
            </>
          )}
          <ReviewKeysHint />
        </>
      }
    >
      <InvoiceDocument page={page} review={review} />
      <ReviewSheets page={page} sheet={sheet} onClose={() => setSheet(null)} />
    </DetailPage>
  )
}
