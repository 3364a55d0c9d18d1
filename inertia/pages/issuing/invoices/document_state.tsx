import { Link } from '@inertiajs/react'
import { Anchor, Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { Facts, Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from '../issuing.module.css'
import { annulling, repeatingAnnulment } from './confirmations'
import { CorrectDialog } from './correct_dialog'
import type { DocumentPage, Linked } from './document_page'
import { RectifyDialog } from './rectify_dialog'

type Asked = 'correct' | 'rectify'

/** Where it stands, what is next and what may be done. */
export function DocumentState({ page }: { page: DocumentPage }) {
  const { document, can, correction } = page
  const [asked, setAsked] = useState<Asked | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const close = () => setAsked(null)
  return (
    <Section title="Estado">
      <Facts facts={factsOf(page)} />
      <Acts page={page} ask={setAsked} confirm={setConfirmation} />
      {asked === 'correct' && correction ? (
        <CorrectDialog document={document} correction={correction} onClose={close} />
      ) : null}
      {asked === 'rectify' && can.rectify ? (
        <RectifyDialog document={document} causes={page.causes} onClose={close} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Section>
  )
}

type On = { ask: (what: Asked) => void; confirm: (confirmation: Confirmation) => void }

function Acts({ page, ask, confirm }: On & { page: DocumentPage }) {
  const { document, can, records } = page
  const isRefused = records[0]?.status === 'refused' || records[0]?.status === 'accepted_with_errors'
  return (
    <div className={styles.actions}>
      {can.correct ? (
        <Button variant={isRefused ? 'filled' : 'default'} onClick={() => ask('correct')}>
          Subsanar registro
        </Button>
      ) : null}
      {can.repeatAnnulment ? (
        <Button onClick={() => confirm(repeatingAnnulment(document))}>Repetir la anulación</Button>
      ) : null}
      {can.rectifyHref ? (
        <Button component={Link} href={can.rectifyHref} variant="default">
          Rectificar
        </Button>
      ) : null}
      {can.rectify ? (
        <Button variant="default" onClick={() => ask('rectify')}>
          Rectificar
        </Button>
      ) : null}
      {can.annul ? (
        <Button variant="light" color="red" onClick={() => confirm(annulling(document))}>
          Anular
        </Button>
      ) : null}
    </div>
  )
}

function factsOf({ document, records }: DocumentPage) {
  const [last] = records
  return [
    { label: 'Total', value: <Money value={document.total} /> },
    ...(document.withholding
      ? [
          {
            label: document.withholding.name ?? 'Retención',
            value: <Money value={document.withholding.amount} />,
          },
          { label: 'Líquido', value: <Money value={document.payable} /> },
        ]
      : []),
    { label: 'Expedida', value: <Day value={document.issuedOn} /> },
    ...(document.operatedOn ? [{ label: 'Operación', value: <Day value={document.operatedOn} /> }] : []),
    ...(document.dueOn ? [{ label: 'Vence', value: <Day value={document.dueOn} /> }] : []),
    { label: 'AEAT', value: last ? <StatusBadge {...last.badge} /> : 'Sin registro' },
    ...(document.rectification ? [{ label: 'Rectificación', value: document.rectification }] : []),
    ...linked('Rectifica', document.rectifies),
    ...linked('Rectificada por', document.rectifiedBy),
    ...(document.source
      ? [
          {
            label: 'Procede de',
            value: (
              <Anchor component={Link} href={document.source.href} size="sm">
                {document.source.label}
              </Anchor>
            ),
          },
        ]
      : []),
    ...(document.annulReason ? [{ label: 'Motivo', value: document.annulReason }] : []),
  ]
}

const linked = (label: string, documents: Linked[]) =>
  documents.map((one) => ({
    label,
    value: (
      <Anchor component={Link} href={urlFor('issued-invoices.show', { id: one.id })} size="sm">
        {one.number}
        {one.isAnnulled ? ' (anulada)' : ''}
      </Anchor>
    ),
  }))
