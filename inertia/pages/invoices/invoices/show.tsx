import { useState } from 'react'
import { DetailPage } from '~/kit/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { ContractPanel } from './contract_panel'
import { decisionMenu } from './decision_menu'
import { FilesPanel } from './files_panel'
import { InvoiceDocument } from './invoice_document'
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
  useReviewKeys(page, review, () => setSheet(nextStep(page).action?.name ?? null))
  return (
    <DetailPage
      title={invoice.number ? `${invoice.reference} · ${invoice.number}` : invoice.reference}
      subtitle={provider?.legalName ?? 'Proveedor sin asignar'}
      status={
        <>
          <StatusBadge {...invoice.status} />
          {invoice.isUrgent ? <StatusBadge tone="amber" label="Urgente" /> : null}
        </>
      }
      back={urlFor('invoices')}
      shape="document"
      actions={<NeighbourLinks neighbours={neighbours} />}
      menu={decisionMenu(page, { onDecide: setSheet, onOpen: setSheet })}
      rail={
        <>
          <NextStepPanel page={page} onAct={setSheet} onComplete={() => setSheet('complete')} />
          {isReading(invoice.state) ? null : (
            <>
              <PublicPanel page={page} />
              <OpenAlarms page={page} />
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
