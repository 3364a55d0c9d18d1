import { useState } from 'react'
import { findAnswer } from '~/kit/form/proof_of_work'
import { useFormSubmission } from '~/kit/form/use_form_submission'

type Options<T extends Record<string, unknown>> = Parameters<typeof useFormSubmission<T>>[0]

export type PublicOpening = {
  /** Goes back with the form: when it was shown. */
  stamp: string
  /** Zero, or how much work the browser does before it may send. */
  workBits: number
}

/**
 * A form of a page without an account: as `useFormSubmission`, with what keeps programs out. The stamp is that of when the
 * form was first in view; a refusal shows it again, and typing fast then is no sign of anything.
 */
export function usePublicSubmission<T extends Record<string, unknown>>(
  opening: PublicOpening,
  { transform = (values) => values, ...options }: Options<T>
) {
  const [stamp, setStamp] = useState(opening.stamp)
  const [isWorking, setIsWorking] = useState(false)
  const form = useFormSubmission<T>({
    ...options,
    leaving: 'allow',
    transform: (values) => ({ ...transform(values), stamp }),
  })
  async function send() {
    const current = form.errors.form ? opening.stamp : stamp
    setStamp(current)
    setIsWorking(true)
    const work = opening.workBits > 0 ? await findAnswer(current, opening.workBits) : null
    setIsWorking(false)
    form.submit({ stamp: current, work })
  }
  return { ...form, stamp, processing: form.processing || isWorking, submit: () => void send() }
}
