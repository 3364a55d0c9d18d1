import { decimalText } from '#app/kernel/money/amount_text'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import { urlFor } from '~/urls'
import type { NotePage } from './expense_page'

/** What is approved of one line, as it is typed, and why not all of it. */
export type Reduction = { lineId: number; approved: string; comment: string }

type Approval = { isPartial: boolean; isEmergency: boolean }

/** The approval of a note as it is shown, which its fingerprint says; only a partial one sends amounts of lines. */
export function useApproveForm(
  { note, lines }: NotePage,
  { isPartial, isEmergency }: Approval,
  onSuccess: () => void
) {
  return useFormSubmission({
    initial: {
      comment: '',
      reason: '',
      confirmDuplicate: false,
      reductions: lines.map(
        (line): Reduction => ({ lineId: line.id, approved: decimalText(line.approved.minor), comment: '' })
      ),
    },
    url: urlFor(isEmergency ? 'payexpenses.override' : 'payexpenses.approve', { id: note.id }),
    leaving: 'allow',
    transform: ({ reductions, comment, reason, confirmDuplicate }) => ({
      confirmDuplicate,
      ...(isEmergency ? { reason } : { comment }),
      fingerprint: note.fingerprint,
      ...(isPartial ? { reductions } : {}),
    }),
    onSuccess,
  })
}

export type ApproveForm = ReturnType<typeof useApproveForm>
