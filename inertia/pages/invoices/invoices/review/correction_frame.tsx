import { Button } from '@mantine/core'
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { ErrorSummary } from '~/kit/form/error_summary'
import { FormFoot } from '~/kit/form/form_foot'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import { useLeaveGuard } from '~/kit/form/use_leave_guard'
import text from '../document/text.module.css'
import styles from './fields.module.css'
import type { Review } from './use_review'

type Props = {
  title: string
  form: FormState
  review: Review
  submitLabel?: string
  isDisabled?: boolean
  /** How each field takes a word clicked on the document, by its name; the first one when none has the focus. */
  fillers?: Record<string, (word: string) => void>
  children: ReactNode
}

/** A correction, open where its field stands: the document beside it stays in view and gives its words. */
export function CorrectionFrame({
  title,
  form,
  review,
  submitLabel,
  isDisabled,
  fillers = {},
  children,
}: Props) {
  const focused = useRef<string | null>(null)
  useLeaveGuard(form.isDirty && !form.processing)
  const { isDirty } = review
  useEffect(() => {
    isDirty.current = form.isDirty
    return () => {
      isDirty.current = false
    }
  }, [form.isDirty, isDirty])
  useImperativeHandle(review.taker, () => ({
    take(word) {
      const name =
        focused.current !== null && fillers[focused.current] ? focused.current : Object.keys(fillers)[0]
      if (name === undefined) return
      fillers[name]?.(word)
      document.getElementById(`field-${name}`)?.focus()
    },
  }))

  function onFocus(event: FocusEvent<HTMLFormElement>) {
    if (event.target instanceof HTMLInputElement) focused.current = event.target.name
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key === 'Escape' && !form.isDirty) review.close()
    else submitOnKeys(event)
  }

  return (
    <div role="dialog" aria-label={title} className={styles.correction} ref={focusFirst}>
      <form
        ref={form.frame}
        noValidate
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault()
          form.submit()
        }}
      >
        <h3>{title}</h3>
        <ErrorSummary errors={form.errors} />
        <div className={text.stack}>{children}</div>
        <FormFoot
          form={form}
          submitLabel={submitLabel ?? 'Guardar'}
          isDisabled={isDisabled}
          cancel={
            <Button variant="default" onClick={review.close}>
              Cancelar
            </Button>
          }
        />
      </form>
      <StepUpDialog form={form} />
    </div>
  )
}

function focusFirst(frame: HTMLElement | null) {
  frame?.querySelector<HTMLElement>('input, textarea')?.focus()
}
