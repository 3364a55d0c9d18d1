import { Button, Progress } from '@mantine/core'
import { Section } from '~/kit/detail/detail_page'
import { StatusBadge } from '~/kit/status_badge'
import text from '../document/text.module.css'
import { RefreshWhile } from '../refresh_while'
import type { ReviewPage } from '../review/review_types'
import { isReading, missingParts, type NextAction, nextStep } from './next_step'
import styles from './step.module.css'
import { TurnedDownNote } from './turned_down_note'

type Props = { page: ReviewPage; onAct: (action: NextAction) => void; onComplete: () => void }

/** Where the invoice stands, what comes next, who may do it, and the one button for it. */
export function NextStepPanel({ page, onAct, onComplete }: Props) {
  const { invoice } = page
  const step = nextStep(page)
  const { action } = step
  const missing = invoice.state === 'pending_review' && invoice.otherKind === null ? missingParts(page) : []
  return (
    <Section
      title="Siguiente paso"
      actions={<StatusBadge {...(invoice.state === 'booked' ? invoice.payment : invoice.status)} />}
    >
      <TurnedDownNote turnedDown={page.turnedDown} />
      <p className={styles.step} role="status">
        {step.text}
      </p>
      {isReading(invoice.state) ? (
        <>
          <Progress value={100} striped animated size="sm" aria-label="Leyendo el documento" />
          <RefreshWhile />
        </>
      ) : null}
      {step.who ? <p className={text.quiet}>{step.who}</p> : null}
      {missing.length > 0 ? (
        <ul className={styles.missingList} aria-label="Falta por hacer">
          {missing.map((part) => (
            <li key={part}>{part}</li>
          ))}
        </ul>
      ) : null}
      <div className={`${styles.thumb} no-print`}>
        {action ? <Button onClick={() => onAct(action.name)}>{action.label}</Button> : null}
        {invoice.actions.includes('complete_by_hand') ? (
          <Button variant="default" onClick={onComplete}>
            Completar a mano
          </Button>
        ) : null}
      </div>
    </Section>
  )
}
