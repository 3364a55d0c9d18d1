import { useState } from 'react'
import { useFormSubmission } from '~/kit/form/use_form_submission'
import type { MoneyValue } from '~/kit/money'
import { urlFor } from '~/urls'
import type { SelectedLine } from './line_types'
import { useChoice } from './use_choice'

type Work = { accountId: number; line: SelectedLine; tolerance: MoneyValue; onDone: () => void }

/** What is chosen for a movement, and the two ways it goes to the server: taken, or taken back. */
export function useLineWork({ accountId, line, tolerance, onDone }: Work) {
  const params = { id: accountId, line: line.id }
  const choice = useChoice(line)
  const [writeOff, setWriteOff] = useState(false)
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
  return { choice, writeOff, setWriteOff, accept, undo }
}
