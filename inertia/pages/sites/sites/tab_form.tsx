import type { ReactNode } from 'react'
import { StepUpDialog } from '~/kit/dialog/step_up_dialog'
import { ErrorSummary } from '~/kit/form/error_summary'
import { FormFoot } from '~/kit/form/form_foot'
import { submitOnKeys } from '~/kit/form/submit_keys'
import type { FormState } from '~/kit/form/use_form_submission'
import styles from './sites.module.css'

type Props = { form: FormState; canWrite: boolean; submitLabel?: string; children: ReactNode }

/** The form of a tab; who may not write reads it without a foot. */
export function TabForm({ form, canWrite, submitLabel = 'Guardar cambios', children }: Props) {
  return (
    <>
      <form
        ref={form.frame}
        noValidate
        className={styles.form}
        onKeyDown={submitOnKeys}
        onSubmit={(event) => {
          event.preventDefault()
          if (canWrite) form.submit()
        }}
      >
        <ErrorSummary errors={form.errors} />
        {children}
        {canWrite ? <FormFoot form={form} submitLabel={submitLabel} /> : null}
      </form>
      <StepUpDialog form={form} />
    </>
  )
}
