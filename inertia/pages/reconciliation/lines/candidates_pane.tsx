import { useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import { ErrorSummary } from '~/kit/form/error_summary'
import { EmptyState } from '~/kit/list/empty_state'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import { DuplicateDialog } from '../../accounts/statements/duplicate_dialog'
import { ChosenBar } from './chosen_bar'
import { DuplicateNotice } from './duplicate_notice'
import { ItemSearch } from './item_search'
import { LineButtons } from './line_buttons'
import { LineFacts, LineMatches } from './line_detail'
import { LineDialogs } from './line_dialogs'
import type { SelectedLine } from './line_types'
import { ProposalCard } from './proposal_card'
import styles from './reconcile.module.css'
import { RuleNotice } from './rule_notice'
import type { Choice } from './use_choice'
import { useLineWork } from './use_line_work'
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
  const { choice, writeOff, setWriteOff, accept, undo } = useLineWork({ accountId, line, tolerance, onDone })
  const [opened, setOpened] = useState<'entry' | 'rule' | 'duplicate' | null>(null)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const canWork = canWrite && line.isOpen
  useReconcileKeys({
    isOn: opened === null && confirmation === null,
    next,
    previous,
    accept: () => canWork && choice.isUsable && accept.submit(),
    book: () => canWork && setOpened('entry'),
    undo: () => canWrite && line.canUndo && undo.submit(),
  })
  return (
    <section className={styles.pane} aria-label="Candidatos del movimiento">
      <ErrorSummary errors={{ ...accept.errors, ...undo.errors }} />
      {line.isDoubtful ? <DuplicateNotice onReview={canWrite ? () => setOpened('duplicate') : null} /> : null}
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
        <LineButtons
          line={line}
          isUndoing={undo.processing}
          on={{
            book: () => setOpened('entry'),
            ignore: () => setConfirmation(ignoring(accountId, line)),
            undo: () => undo.submit(),
            skip: next,
            rule: () => setOpened('rule'),
          }}
        />
      ) : null}
      {line.rule ? <RuleNotice rule={line.rule} onUse={canWork ? () => setOpened('entry') : null} /> : null}
      {line.isOpen ? <Proposals line={line} choice={choice} canWrite={canWork} /> : null}
      {canWork ? <ItemSearch found={line.found} choice={choice} canWrite={canWork} /> : null}
      {opened === 'duplicate' ? (
        <DuplicateDialog accountId={accountId} lineId={line.id} onClose={() => setOpened(null)} />
      ) : null}
      {line.entry ? (
        <LineDialogs
          accountId={accountId}
          line={line}
          options={line.entry}
          opened={opened === 'duplicate' ? null : opened}
          onClose={() => setOpened(null)}
          onDone={onDone}
        />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} onDone={onDone} />
    </section>
  )
}

const ignoring = (accountId: number, line: SelectedLine): Confirmation => ({
  title: 'Ignorar el movimiento',
  question: `«${line.text}» no se conciliará.`,
  submitLabel: 'Ignorar',
  reason: { label: 'Motivo', isRequired: true },
  url: urlFor('accounts.lines.ignore', { id: accountId, line: line.id }),
})

type ProposalsProps = { line: SelectedLine; choice: Choice; canWrite: boolean }

/** What the movement may be. */
function Proposals({ line, choice, canWrite }: ProposalsProps) {
  return (
    <Section title="Candidatos">
      {line.proposals.length === 0 ? (
        <EmptyState text="No hay partidas que se parezcan a este movimiento." />
      ) : null}
      <ul className={styles.proposals}>
        {line.proposals.map((proposal) => (
          <ProposalCard key={proposal.key} proposal={proposal} choice={choice} canWrite={canWrite} />
        ))}
      </ul>
    </Section>
  )
}
