import { ConfirmAction } from '~/kit/dialog/confirm_action'
import { DuplicateDialog } from '../alarms/duplicate_dialog'
import { ApproveDialog } from '../decisions/approve_dialog'
import { confirmationOf, type PlainDecision } from '../decisions/decisions'
import { DivideDialog, JoinDialog } from '../page_dialogs'
import type { ReviewPage } from './review_types'

/** The sheet that is open over the page: a decision to confirm, the approval, or the original of a copy. */
export type Sheet = PlainDecision | 'approve' | 'duplicate' | 'divide' | 'join' | null

type Props = { page: ReviewPage; sheet: Sheet; onClose: () => void }

/** The sheets of the review page; at most one is open. */
export function ReviewSheets({ page, sheet, onClose }: Props) {
  if (sheet === 'approve') return <ApproveDialog page={page} onClose={onClose} />
  if (sheet === 'duplicate') return <DuplicateDialog page={page} onClose={onClose} />
  if (sheet === 'divide') return <DivideDialog page={page} onClose={onClose} />
  if (sheet === 'join') return <JoinDialog page={page} onClose={onClose} />
  return (
    <ConfirmAction confirmation={sheet === null ? null : confirmationOf(sheet, page)} onClose={onClose} />
  )
}
