import type { ReactNode } from 'react'
import { ErrorSummary } from '~/kit/form/error_summary'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'

type Props = {
  form: FormState
  className?: string
  /** False where it is only to be read: neither a key nor a button sends it. */
  canSend?: boolean
  children: ReactNode
}

/** A form inside a page: what is wrong on top, where the focus goes when it is refused; sent by its button or by the keys. */
export function FormFrame({ form, className, canSend = true, children }: Props) {
  return (
    <form
      ref={form.frame}
      noValidate
      className={className}
      onKeyDown={submitOnKeys}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) form.submit()
      }}
    >
      <ErrorSummary errors={form.errors} />
      {children}
    </form>
  )
}
