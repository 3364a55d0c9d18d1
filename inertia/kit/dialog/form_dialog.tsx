import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '~/kit/dialog/dialog'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { ErrorSummary } from '~/kit/form/error_summary'
import { FormFoot } from '~/kit/form/form_foot'
import { isSubmitKey, submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import { useLeaveGuard } from '~/kit/form/use_leave_guard'
import styles from '../form/form.module.css'

const question = 'Hay cambios sin guardar. ¿Desea descartarlos?'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  form: FormState
  submitLabel?: string
  isDangerous?: boolean
  isDisabled?: boolean
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Another answer to the same question: sends what is typed with these values over it. */
  second?: { label: string; values: Record<string, unknown> }
  children: ReactNode
}

/** A form over the page that opened it; its buttons stay in view below what is scrolled. */
export function FormDialog({
  opened,
  onClose,
  title,
  form,
  submitLabel = 'Guardar',
  isDangerous,
  isDisabled,
  size = 'md',
  second,
  children,
}: Props) {
  const isAsked = form.stepUp !== null
  useLeaveGuard(opened && form.isDirty && !form.processing)
  /** «Cancelar» says what it does; a key or the cross may be a slip. */
  function closeAsked() {
    if (!form.isDirty || window.confirm(question)) onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={closeAsked}
      title={title}
      size={size}
      closeOnClickOutside={!form.isDirty && !isAsked}
      closeOnEscape={!isAsked}
      // The focus begins at the cross, which is outside of the form.
      onKeyDown={(event) => {
        const isOfDialog = event.target instanceof Element && event.currentTarget.contains(event.target)
        if (isOfDialog && isSubmitKey(event)) form.frame.current?.requestSubmit()
      }}
    >
      <form
        ref={form.frame}
        noValidate
        onKeyDown={submitOnKeys}
        onSubmit={(event) => {
          event.preventDefault()
          // A dialog that a form opened is inside it to React: its form must not send the other one.
          event.stopPropagation()
          form.submit()
        }}
      >
        <ErrorSummary errors={form.errors} />
        <div className={styles.stack}>{children}</div>
        <FormFoot
          form={form}
          submitLabel={submitLabel}
          isDangerous={isDangerous}
          isDisabled={isDisabled}
          cancel={
            <>
              <Button variant="default" onClick={onClose}>
                Cancelar
              </Button>
              {second ? (
                <Button
                  variant="default"
                  disabled={form.processing || isDisabled}
                  onClick={() => form.submit(second.values)}
                >
                  {second.label}
                </Button>
              ) : null}
            </>
          }
        />
      </form>
      <StepUpDialog form={form} />
    </Dialog>
  )
}
