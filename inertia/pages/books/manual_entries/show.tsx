import { Link } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Day } from '~/kit/day'
import { type AuditEntry, timelineOf } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { Money, type MoneyValue, moneyText } from '~/kit/money'
import { StatusBadge, type Tone } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import { ReverseEntryDialog } from '../journal/reverse_entry_dialog'
import { DifferenceNote } from './difference_note'
import { DraftForm } from './draft_form'
import { type FixedLine, FixedLines } from './fixed_lines'

export type ManualEntry = {
  id: number
  siteId: number
  site: string
  currency: string
  postedOn: string
  kind: 'manual' | 'opening'
  description: string
  total: MoneyValue
  author: string
  approver: string | null
  journalEntryId: number | null
  status: { label: string; tone: Tone }
  lockVersion: number
  isOwn: boolean
  actions: string[]
}

type Props = { entry: ManualEntry; lines: FixedLine[]; events: AuditEntry[] }

const names = {
  'manual_entry.created': { title: 'Borrador creado' },
  'manual_entry.imported': { title: 'Saldos iniciales importados' },
  'manual_entry.changed': { title: 'Borrador modificado' },
  'manual_entry.posted': { title: 'Aprobado y contabilizado', tone: 'green' as const },
  'manual_entry.discarded': { title: 'Descartado', tone: 'grey' as const },
  'manual_entry.reversed': { title: 'Anulado', tone: 'red' as const },
}

export default function ManualEntryShow({ entry, lines, events }: Props) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const [isReversing, setIsReversing] = useState(false)
  const may = (action: string) => entry.actions.includes(action)
  return (
    <DetailPage
      title={entry.description}
      subtitle={entry.site}
      status={<StatusBadge {...entry.status} />}
      back={urlFor('accounts.manual')}
      actions={
        may('post') ? (
          <Button onClick={() => setConfirmation(approval(entry))}>Aprobar y contabilizar</Button>
        ) : null
      }
      menu={[
        ...(may('discard')
          ? [{ label: 'Descartar', isDangerous: true, onSelect: () => setConfirmation(discarding(entry)) }]
          : []),
        ...(may('reverse')
          ? [{ label: 'Anular', isDangerous: true, onSelect: () => setIsReversing(true) }]
          : []),
      ]}
      rail={
        <>
          <Section title="Datos">
            <Facts facts={factsOf(entry)} />
            {entry.isOwn && may('discard') ? (
              <p>Lo ha preparado usted: debe aprobarlo otra persona.</p>
            ) : null}
          </Section>
          <Section title="Historial">
            <Timeline events={timelineOf(events.map(withoutLines), names, fields)} />
          </Section>
        </>
      }
    >
      <DifferenceNote lines={lines} currency={entry.currency} />
      {may('edit') ? (
        <DraftForm entry={entry} lines={lines} />
      ) : (
        <FixedLines lines={lines} currency={entry.currency} />
      )}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {isReversing ? (
        <ReverseEntryDialog
          url={urlFor('accounts.manual.reverse', { id: entry.id })}
          postedOn={entry.postedOn}
          onClose={() => setIsReversing(false)}
        />
      ) : null}
    </DetailPage>
  )
}

const fields = { postedOn: 'Fecha', description: 'Concepto', file: 'Fichero', lines_count: 'Apuntes' }

/** The lines of a draft are too much for a timeline: it says that they changed. */
function withoutLines(event: AuditEntry): AuditEntry {
  const { lines, ...diff } = event.diff ?? {}
  return { ...event, diff, reason: lines ? 'Apuntes modificados' : event.reason }
}

function factsOf(entry: ManualEntry) {
  return [
    { label: 'Fecha', value: <Day value={entry.postedOn} /> },
    { label: 'Importe', value: <Money value={entry.total} /> },
    { label: 'Preparado por', value: entry.author },
    ...(entry.approver ? [{ label: 'Aprobado por', value: entry.approver }] : []),
    ...(entry.journalEntryId
      ? [
          {
            label: 'Asiento',
            value: (
              <Link href={urlFor('accounts.journal.show', { entry: entry.journalEntryId })}>Ver asiento</Link>
            ),
          },
        ]
      : []),
  ]
}

const approval = (entry: ManualEntry): Confirmation => ({
  title: 'Aprobar y contabilizar',
  question: 'El asiento se registra en el diario y ya no se podrá modificar, solo anular.',
  facts: [
    { label: 'Concepto', value: entry.description },
    { label: 'Importe', value: <Money value={entry.total} /> },
  ],
  submitLabel: `Contabilizar ${moneyText(entry.total)}`,
  url: urlFor('accounts.manual.approve', { id: entry.id }),
  values: { lockVersion: entry.lockVersion },
})

const discarding = (entry: ManualEntry): Confirmation => ({
  title: 'Descartar el borrador',
  question: `«${entry.description}» no se contabilizará.`,
  submitLabel: 'Descartar',
  isDangerous: true,
  method: 'delete',
  url: urlFor('accounts.manual.discard', { id: entry.id }),
})
