import { useState } from 'react'
import { DetailPage } from '~/kit/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { ContractPanel } from './contract_panel'
import { decisionMenu } from './decision_menu'
import { FilesPanel } from './files_panel'
import { InvoiceDocument } from './invoice_document'
import { JudgedAlarms } from './judged_alarms'
import { NeighbourLinks } from './neighbour_links'
import { isReading, nextStep } from './next_step'
import { NextStepPanel } from './next_step_panel'
import { OpenAlarms } from './open_alarms'
import { PublicPanel } from './public_panel'
import { ReviewKeysHint } from './review_keys_hint'
import { ReviewSheets, type Sheet } from './review_sheets'
import { ReviewTabs } from './review_tabs'
import type { ReviewPage } from './review_types'
import { useReview } from './use_review'
import { useReviewKeys } from './use_review_keys'

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
