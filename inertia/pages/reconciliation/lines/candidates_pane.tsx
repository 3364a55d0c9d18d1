import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ErrorSummary } from '~/kit/form/error_summary'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { EmptyState } from '~/kit/list/empty_state'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { RuleDialog } from '../rules/rule_dialog'
import { ChosenBar } from './chosen_bar'
import { EntryDialog } from './entry_dialog'
import { ItemSearch } from './item_search'
import { LineFacts, LineMatches } from './line_detail'
import type { SelectedLine } from './line_types'
import { ProposalCard } from './proposal_card'
import styles from './reconcile.module.css'
import { ruleFromLine } from './rule_from_line'
import { RuleNotice } from './rule_notice'
import { useChoice } from './use_choice'
import { useReconcileKeys } from './use_lines'

type Props = {
  accountId: number
  line: SelectedLine
  tolerance: MoneyValue
  canWrite: boolean
  next: () => void
  previous: () => void
  onDone: () => void
}

/** The movement in view, what it may be and what is done about it: right pane. */
export function CandidatesPane({ accountId, line, tolerance, canWrite, next, previous, onDone }: Props) {
  const params = { id: accountId, line: line.id }
  const choice = useChoice(line)
  const [writeOff, setWriteOff] = useState(false)
  const [isBooking, setIsBooking] = useState(false)
  const [isRuling, setIsRuling] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const accept = useFormSubmission({
    initial: {},
    url: urlFor('accounts.lines.match', params),
    leaving: 'allow',
    transform: () => choice.payload(writeOff && choice.isWithin(tolerance), choice.feeMinor !== null),
    onSuccess: onDone,
  })
  const undo = useFormSubmission({
    initial: {},
    method: 'delete',
    url: urlFor('accounts.lines.unmatch', params),
    leaving: 'allow',
  })
  const canWork = canWrite && line.isOpen
  useReconcileKeys({
    isOn: !isBooking && !isRuling && confirmation === null,
    next,
    previous,
    accept: () => canWork && choice.isUsable && accept.submit(),
    book: () => canWork && setIsBooking(true),
    undo: () => canWrite && line.canUndo && undo.submit(),
  })
  const askIgnore = () =>
    setConfirmation({
      title: 'Ignorar el movimiento',
      question: `«${line.text}» no se conciliará.`,
      submitLabel: 'Ignorar',
      reason: { label: 'Motivo', isRequired: true },
      url: urlFor('accounts.lines.ignore', params),
    })
  return (
    <section className={styles.pane} aria-label="Candidatos del movimiento">
      <ErrorSummary errors={{ ...accept.errors, ...undo.errors }} />
      <LineFacts line={line} />
      <LineMatches matches={line.matches} />
      {canWork ? (
        <ChosenBar
          line={line}
          choice={choice}
          tolerance={tolerance}
          writeOff={writeOff}
          onWriteOff={setWriteOff}
          isSending={accept.processing}
          onAccept={() => accept.submit()}
        />
      ) : null}
      {canWrite ? (
        <Group>
          {line.isOpen ? (
            <Button variant="default" onClick={() => setIsBooking(true)}>
              Nuevo asiento
            </Button>
          ) : null}
          {line.canIgnore ? (
            <Button variant="default" onClick={askIgnore}>
              Ignorar
            </Button>
          ) : null}
          {line.canUndo ? (
            <Button variant="default" loading={undo.processing} onClick={() => undo.submit()}>
              Deshacer
            </Button>
          ) : null}
          {line.isOpen ? (
            <Button variant="subtle" color="gray" onClick={next}>
              Saltar
            </Button>
          ) : null}
          <Button variant="subtle" color="gray" onClick={() => setIsRuling(true)}>
            Crear regla
          </Button>
        </Group>
      ) : null}
      {line.rule ? <RuleNotice rule={line.rule} onUse={canWork ? () => setIsBooking(true) : null} /> : null}
      {line.isOpen ? (
        <Section title="Candidatos">
          {line.proposals.length === 0 ? (
            <EmptyState text="No hay partidas que se parezcan a este movimiento." />
          ) : null}
          <ul className={styles.proposals}>
            {line.proposals.map((proposal) => (
              <ProposalCard key={proposal.key} proposal={proposal} choice={choice} canWrite={canWork} />
            ))}
          </ul>
        </Section>
      ) : null}
      {canWork ? <ItemSearch found={line.found} choice={choice} canWrite={canWork} /> : null}
      {isBooking && line.entry ? (
        <EntryDialog
          accountId={accountId}
          line={line}
          options={line.entry}
          proposed={line.rule}
          onClose={() => setIsBooking(false)}
          onDone={onDone}
        />
      ) : null}
      {isRuling && line.entry ? (
        <RuleDialog
          accountId={accountId}
          ruleId={null}
          initial={ruleFromLine(line)}
          options={line.entry}
          onClose={() => setIsRuling(false)}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} onDone={onDone} />
    </section>
  )
}
