import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { type AuditEntry, type EventName, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { moneyText } from '~/kit/money'
import { StatusBadge } from '~/kit/status_badge'
import { PlainTable } from '~/kit/table/plain_table'
import { urlFor } from '~/urls'
import { ApprovalsSection } from '../approvals_section'
import styles from '../loans.module.css'
import type { CompensationProps } from './compensation_page'
import { debtColumns, entryColumns, transferColumns } from './compensation_tables'

const eventNames: Record<string, EventName> = {
  'loan_compensation.proposed': { title: 'Propuesta' },
  'loan_compensation.approval_given': { title: 'Aprobada', tone: 'blue' },
  'loan_compensation.approve': { title: 'Aprobada por todas las empresas', tone: 'blue' },
  'loan_compensation.post': { title: 'Contabilizada', tone: 'green' },
  'loan_compensation.discard': { title: 'Descartada', tone: 'amber' },
  'loan_compensation.reverse': { title: 'Revertida', tone: 'red' },
}

/** One netting: which debts it cancels, what it leaves, who approved it and its entries. */
export default function CompensationShow(page: CompensationProps) {
  const { compensation, lines, transfers, entries } = page
  return (
    <DetailPage
      title={compensation.number}
      subtitle={
        <>
          {compensation.mode}, corte <Day value={compensation.cutOffOn} />
        </>
      }
      status={<StatusBadge {...compensation.status} />}
      back={urlFor('loans.compensations')}
      rail={<CompensationRail page={page} events={page.events} />}
    >
      {compensation.isChanged ? (
        <Alert color="yellow" title="Los saldos han cambiado" mb="md">
          Los saldos han cambiado. Recalcule la propuesta.
        </Alert>
      ) : null}
      <Section title="Deudas que se cancelan">
        <PlainTable
          label="Deudas que se cancelan"
          rows={lines}
          columns={debtColumns}
          keyOf={({ id }) => id}
          phone="cards"
        />
      </Section>
      {transfers.length > 0 ? (
        <Section title="Saldos que quedan">
          <PlainTable
            label="Saldos que quedan"
            rows={transfers}
            columns={transferColumns}
            keyOf={({ id }) => id}
            phone="cards"
          />
        </Section>
      ) : null}
      {entries.length > 0 ? (
        <Section title="Asientos">
          <PlainTable
            label="Asientos"
            rows={entries}
            columns={entryColumns}
            keyOf={({ id }) => id}
            phone="cards"
          />
        </Section>
      ) : null}
    </DetailPage>
  )
}

function CompensationRail({ page, events }: { page: CompensationProps; events: AuditEntry[] }) {
  const { compensation, actions, approvals } = page
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  return (
    <>
      {actions.includes('discard') || actions.includes('reverse') ? (
        <Section title="Siguiente paso">
          <div className={styles.actions}>
            {actions.includes('discard') ? (
              <Button fullWidth variant="default" onClick={() => setConfirmation(discarding(page))}>
                Descartar
              </Button>
            ) : null}
            {actions.includes('reverse') ? (
              <Button fullWidth variant="default" onClick={() => setConfirmation(reversing(page))}>
                Revertir
              </Button>
            ) : null}
          </div>
        </Section>
      ) : null}
      {approvals ? (
        <ApprovalsSection
          approvals={approvals}
          canApprove={actions.includes('approve') && !compensation.isChanged}
          label="Aprobar"
          onApprove={() => setConfirmation(approving(page))}
        />
      ) : null}
      <Section title="Datos">
        <Facts
          facts={[
            { label: 'Compensado', value: moneyText(compensation.total) },
            { label: 'Intereses', value: compensation.includesInterest ? 'Incluidos' : 'No incluidos' },
            { label: 'Saldo que queda', value: compensation.residual },
            { label: 'Contabilizada', value: <Day value={compensation.postedOn} /> },
          ]}
        />
      </Section>
      <Section title="Historial">
        <Timeline events={timelineOf(events, eventNames)} />
      </Section>
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  )
}

const facts = ({ compensation }: CompensationProps) => [
  { label: 'Compensación', value: compensation.number },
  { label: 'Compensado', value: moneyText(compensation.total) },
]

const approving = (page: CompensationProps): Confirmation => ({
  title: 'Aprobar la compensación',
  question: 'Con la última aprobación se contabiliza en los libros de todas sus empresas.',
  facts: facts(page),
  submitLabel: `Aprobar ${moneyText(page.compensation.total)}`,
  url: urlFor('loans.compensations.approve', { id: page.compensation.id }),
  values: { fingerprint: page.compensation.fingerprint },
})

const discarding = (page: CompensationProps): Confirmation => ({
  title: 'Descartar la propuesta',
  question: 'La propuesta no se contabilizará.',
  facts: facts(page),
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Descartar propuesta',
  isDangerous: true,
  method: 'delete',
  url: urlFor('loans.compensations.discard', { id: page.compensation.id }),
})

const reversing = (page: CompensationProps): Confirmation => ({
  title: 'Revertir la compensación',
  question: 'Se revierte entera: las deudas vuelven a deberse en los libros de todas sus empresas.',
  facts: facts(page),
  reason: { label: 'Motivo', isRequired: true, lengthMin: 5 },
  submitLabel: 'Revertir compensación',
  isDangerous: true,
  url: urlFor('loans.compensations.reverse', { id: page.compensation.id }),
})
