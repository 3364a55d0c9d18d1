import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { ErrorSummary } from '~/kit/error_summary'
import { FormFoot } from '~/kit/form_foot'
import { StepUpDialog } from '~/kit/step_up_dialog'
import { submitOnKeys } from '~/kit/submit_keys'
import type { FormState } from '~/kit/use_form_submission'
import styles from './form.module.css'

type Props = {
  opened: boolean
  onClose: () => void
  title: string
  form: FormState
  submitLabel?: string
  isDangerous?: boolean
  isDisabled?: boolean
  size?: 'sm' | 'md' | 'lg' | 'xl'
  children: ReactNode
}

/** A form over the page that opened it. Full screen on a phone; the focus goes back to the button that opened it. */
export function FormDialog({
  opened,
  onClose,
  title,
  form,
  submitLabel = 'Guardar',
  isDangerous,
  isDisabled,
  size = 'md',
  children,
}: Props) {
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false })
  const isAsked = form.stepUp !== null
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      fullScreen={isPhone}
      closeOnClickOutside={!form.isDirty && !isAsked}
      closeOnEscape={!isAsked}
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
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
          }
        />
      </form>
      <StepUpDialog form={form} />
    </Modal>
  )
}
