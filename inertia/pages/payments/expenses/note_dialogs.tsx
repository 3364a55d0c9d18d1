import { lazy, Suspense } from 'react'
import type { NoteLine, NotePage } from './expense_page'
import { PayDialog } from './pay_dialog'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve_dialog')).ApproveDialog }))
const AssignDialog = lazy(async () => ({ default: (await import('./assign_dialog')).AssignDialog }))
const LineDialog = lazy(async () => ({ default: (await import('./line_dialog')).LineDialog }))
const EmailDialog = lazy(async () => ({ default: (await import('./new_email_dialog')).NewEmailDialog }))
const RebillingDialog = lazy(async () => ({ default: (await import('./rebilling_dialog')).RebillingDialog }))
const AnswerDialog = lazy(async () => ({ default: (await import('./answer_dialog')).AnswerDialog }))

/** What is asked of the note in a dialog; a line is to be put right. */
export type Asked =
  | 'approve'
  | 'override'
  | 'assign'
  | 'email'
  | 'rebill'
  | 'answer'
  | 'ask'
  | 'buffer'
  | 'pay_now'
  | NoteLine

type Props = { page: NotePage; asked: Asked | null; onClose: () => void }

/** The dialog of what is asked of the note. */
export function NoteDialogs({ page, asked, onClose: close }: Props) {
  const { note } = page
  return (
    <>
      <Suspense>
        {asked === 'approve' || asked === 'override' ? (
          <ApproveDialog page={page} isEmergency={asked === 'override'} onClose={close} />
        ) : null}
        {asked === 'assign' ? <AssignDialog page={page} onClose={close} /> : null}
        {asked === 'email' ? <EmailDialog page={page} onClose={close} /> : null}
        {asked === 'rebill' ? <RebillingDialog page={page} onClose={close} /> : null}
        {asked === 'answer' ? <AnswerDialog note={note} what="answer" onClose={close} /> : null}
        {asked === 'ask' ? <AnswerDialog note={note} what="ask" onClose={close} /> : null}
        {typeof asked === 'object' && asked !== null ? (
          <LineDialog key={asked.id} page={page} line={asked} onClose={close} />
        ) : null}
      </Suspense>
      {asked === 'buffer' || asked === 'pay_now' ? (
        <PayDialog
          what={asked}
          notes={[{ ...note, claimant: note.claimant.name }]}
          onClose={close}
          onDone={close}
        />
      ) : null}
    </>
  )
}
